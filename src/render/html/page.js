// Search, filters by level, and keyboard shortcuts. The page is complete without them.
(function () {
  'use strict';
  const root = document.documentElement;
  const all = (selector, within) => Array.from((within || document).querySelectorAll(selector));
  const [tools, query, count, keys, clean] = ['tools', 'query', 'count', 'keys', 'clean'].map(id => document.getElementById(id));
  const levels = all('fieldset input');
  const files = all('section.file');
  const fold = element => element.textContent.toLowerCase();
  const cleanList = document.querySelector('nav details');

  root.classList.add('script');
  tools.hidden = false;
  if (files.length === 1) { all('details.listing').forEach(listing => { listing.open = true; }); }

  // Text is extracted on the first search, because a listing has at least as many lines as a model has nodes.
  const sections = files.map(element => ({
    element,
    name: fold(element.querySelector('h2')),
    findings: all('.finding', element).map(element => ({ element, level: element.classList[1], text: '' })),
    blocks: all('.block', element).map(element => ({ element, lines: null })),
    found: element.querySelector('.found'),
    listing: element.querySelector('details.listing'),
    link: null,
  }));
  const findings = sections.flatMap(section => section.findings);
  const bySection = new Map(sections.map(section => [section.element.id, section]));
  all('nav a').forEach(link => { bySection.get(link.hash.slice(1)).link = link.parentElement; });
  const texts = finding => finding.text || (finding.text = fold(finding.element));
  function lines(block) {
    if (!block.lines) {
      block.lines = Array.from(block.element.children).map(element => ({
        element, text: fold(element), values: all('details.types li', element),
      }));
    }
    return block.lines;
  }

  let words = [];
  const matches = text => words.every(word => text.includes(word));

  // Shows the matching lines, and returns their number.
  function filter(block, all) {
    if (all) {
      if (block.lines) { block.lines.forEach(line => { line.element.hidden = false; values(line); }); }
      block.element.hidden = false;
      block.element.style.setProperty('--n', block.element.children.length);
      return block.element.children.length;
    }
    const found = lines(block).filter(line => {
      const match = matches(line.text);
      line.element.hidden = !match;
      if (match) { values(line); }
      return match;
    });
    block.element.hidden = found.length === 0;
    block.element.style.setProperty('--n', found.length);
    return found.length;
  }

  // Shows only the matching values of a line with many values, if any match.
  function values(line) {
    if (line.values.length === 0) { return; }
    const found = words.length === 0 ? [] : line.values.filter(value => matches(fold(value)));
    line.values.forEach(value => { value.hidden = found.length > 0 && !found.includes(value); });
    line.values[0].closest('details').open = found.length > 0;
  }

  // Shows what matches in a file. A name of a file that matches shows all of the file.
  function filterFile(section, shown) {
    const named = words.length > 0 && matches(section.name);
    let number = 0;
    section.findings.forEach(finding => {
      const match = shown.has(finding.level) && (words.length === 0 || matches(section.name + ' ' + texts(finding)));
      finding.element.hidden = !match;
      number += match ? 1 : 0;
    });
    const lines = section.blocks.map(block => filter(block, named || words.length === 0)).reduce((a, b) => a + b, 0);
    if (section.found) { section.found.hidden = number === 0; }
    section.element.hidden = words.length > 0 && !named && number + lines === 0;
    if (section.listing && words.length > 0 && !named && lines > 0) { section.listing.open = true; }
    if (section.link) { section.link.hidden = section.element.hidden; }
    return [number, lines];
  }

  function update() {
    words = query.value.toLowerCase().split(/\s+/).filter(word => word);
    root.classList.toggle('searching', words.length > 0);
    const shown = new Set();
    levels.forEach(level => {
      root.classList.toggle('without-' + level.value, !level.checked);
      if (level.checked) { shown.add(level.value); }
    });
    const found = sections.map(section => filterFile(section, shown));
    const number = found.reduce((a, b) => a + b[0], 0);
    const sum = found.reduce((a, b) => a + b[1], 0);
    const total = sections.reduce((a, b) => a + b.blocks.reduce((a, b) => a + b.element.children.length, 0), 0);
    all('details.similar').forEach(similar => {
      similar.open = words.length > 0 && all('.finding', similar).some(element => !element.hidden);
    });
    [clean, cleanList].filter(list => list).forEach(list => {
      const some = all(list === clean ? 'section.file' : 'li', list).some(element => !element.hidden);
      list.hidden = !some;
      list.open = some && words.length > 0;
    });
    const of = (some, noun, total) => some + (some === total ? '' : ' of ' + total) + ' ' + noun + (total === 1 ? '' : 's');
    const visible = sections.filter(section => !section.element.hidden).length;
    const inFiles = files.length > 1 ? of(visible, 'file', files.length) + ', ' : '';
    count.textContent = inFiles + of(number, 'finding', findings.length) + ', ' + of(sum, 'line', total);
  }

  // The search is part of the address, so that it can be shared.
  function storeSearch() {
    const fragment = query.value ? '#q=' + encodeURIComponent(query.value) : '#';
    try { history.replaceState(null, '', fragment); } catch (error) { /* Some viewers forbid it. */ }
  }

  // Scrolls to the target of the address, even if it is hidden or folded.
  function followAddress() {
    const fragment = location.hash.slice(1);
    if (fragment.startsWith('q=')) {
      try { query.value = decodeURIComponent(fragment.slice(2)); } catch (error) { query.value = fragment.slice(2); }
      update();
      return;
    }
    const target = fragment ? document.getElementById(fragment) : null;
    if (!target) { return; }
    if (target.closest('[hidden]')) {
      query.value = '';
      levels.forEach(level => { level.checked = true; });
      update();
    }
    for (let at = target; at; at = at.parentElement) {
      if (at.localName === 'details') { at.open = true; }
    }
    target.scrollIntoView({ block: target.closest('.block') ? 'center' : 'start' });
  }

  // A finding may be folded with others that are similar.
  const visible = element => !element.closest('[hidden]') && !element.closest('details.similar:not([open])');

  // Moves to the next or the previous visible finding.
  function go(step) {
    const shown = findings.map(finding => finding.element).filter(visible);
    if (shown.length === 0) { return; }
    const active = document.activeElement.closest('.finding');
    let at = shown.indexOf(active);
    if (at === -1 && step === -1) { at = shown.length; }
    const next = shown[Math.min(Math.max(at + step, 0), shown.length - 1)];
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  }

  function clear() {
    query.value = '';
    update();
    storeSearch();
  }

  let timer = 0;
  query.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => { update(); storeSearch(); }, 150);
  });
  levels.forEach(level => level.addEventListener('change', update));
  tools.addEventListener('submit', event => {
    event.preventDefault();
    go(1);
  });
  window.addEventListener('hashchange', followAddress);
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && query.value) {
      clear();
      return;
    }
    const typing = event.target.closest('input[type="search"]');
    if (typing || !keys.checked || event.ctrlKey || event.altKey || event.metaKey) { return; }
    const act = { n: () => go(1), j: () => go(1), p: () => go(-1), k: () => go(-1), '/': () => { query.focus(); query.select(); } }[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  });
  update();
  followAddress();
})();
