//! Where parsing continues after an error. Every search goes forward, except for one step back to the start of a line.

use super::cursor::{Cursor, comment_len, is_float_word};

/// Moves to the start of the next node, or to the `}` that ends the list, after an error at `fault` in the node that
/// starts at `start`.
pub(crate) fn to_next_node(cursor: &mut Cursor<'_>, start: usize, fault: usize) {
    let text = cursor.text();
    // A node without an end is noticed in the next one, which is complete.
    let line = text.get(start..fault).and_then(|t| t.iter().rposition(|&b| b == b'\n'));
    let line = line.map(|n| start + n + 1);
    if let Some(line) = line.filter(|&line| starts_node(text, line)) {
        return cursor.seek(line);
    }
    let mut scan = Scan { at: cursor.end().max(fault), cursor };
    if !(scan.in_data(start) && scan.leave_data()) {
        scan.next_node();
    }
    scan.stop();
}

/// Moves to the end of the list item that starts at `start`: to its comma, to `close`, or before what cannot belong to
/// the list.
pub(crate) fn to_end_of_item(cursor: &mut Cursor<'_>, start: usize, close: u8) {
    let read = cursor.start();
    let mut scan = Scan { at: start, cursor };
    let mut depth = 0usize;
    while let Some(byte) = scan.byte() {
        let arrow = byte == b'=' && scan.cursor.text().get(scan.at + 1) == Some(&b'>');
        // Nothing in a list that `>` ends contains one, so no missing bracket hides it.
        let closed = byte == close && (depth == 0 || close == b'>');
        let end = arrow || closed || depth == 0 && byte == b',' || byte == b'{' && !scan.is_data();
        if end && scan.at >= read {
            break;
        }
        match byte {
            b'"' => scan.string(),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            // Neither data nor dims contain one: a bracket is missing, and this is already in another item.
            b'=' => depth = 0,
            _ => {}
        }
        scan.at += 1;
    }
    scan.stop();
}

/// Moves after the `)` of the list whose `(` was just taken.
pub(crate) fn to_end_of_list(cursor: &mut Cursor<'_>) {
    loop {
        let start = cursor.start();
        to_end_of_item(cursor, start, b')');
        if !cursor.eat(",") {
            cursor.eat(")");
            return;
        }
    }
}

/// Moves to the `{` of a list of nodes, or to the end if there is none.
pub(crate) fn to_body(cursor: &mut Cursor<'_>) {
    let mut scan = Scan { at: cursor.start(), cursor };
    while let Some(byte) = scan.byte() {
        match byte {
            b'"' => scan.string(),
            b'{' if !scan.is_data() => break,
            _ => {}
        }
        scan.at += 1;
    }
    scan.stop();
}

/// Moves after the `}` that matches the next `{`.
pub(crate) fn over_body(cursor: &mut Cursor<'_>) {
    let mut scan = Scan { at: cursor.start(), cursor };
    let mut depth = 0usize;
    while let Some(byte) = scan.byte() {
        scan.at += 1;
        match byte {
            b'"' => {
                scan.at -= 1;
                scan.string();
                scan.at += 1;
            }
            b'{' => depth += 1,
            b'}' if depth <= 1 => break,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    scan.stop();
}

/// Whether a line starts with `[name] a, b = Op (` or `… = Op <`, unlike any continuation of a node.
fn starts_node(text: &[u8], at: usize) -> bool {
    let end = text[at..].iter().position(|&b| b == b'\n').map_or(text.len(), |n| at + n);
    let mut cursor = Cursor::new(&text[..end], at);
    if cursor.eat("[") && !(matches!(cursor.name(), Ok(Some(_))) && cursor.eat("]")) {
        return false;
    }
    loop {
        match cursor.name() {
            Ok(None) if cursor.peek() != Some(b',') => break,
            Ok(_) if cursor.eat(",") => {}
            Ok(_) => break,
            Err(_) => return false,
        }
    }
    let operator = cursor.eat("=") && matches!(cursor.word(), Ok(Some(_)));
    let overload = !cursor.eat(":") || matches!(cursor.word(), Ok(Some(_)));
    operator && overload && matches!(cursor.peek(), Some(b'(' | b'<'))
}

struct Scan<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    at: usize,
}

impl Scan<'_, '_> {
    /// Moves the cursor here.
    fn stop(self) {
        self.cursor.seek(self.at);
    }

    /// The next byte outside comments; `None` at the end.
    fn byte(&mut self) -> Option<u8> {
        let text = self.cursor.text();
        if text.get(self.at) == Some(&b'#') {
            self.at += comment_len(&text[self.at..]);
        }
        text.get(self.at).copied()
    }

    /// Moves to the closing quote of the string that starts here, if it is closed.
    fn string(&mut self) {
        self.at += self.cursor.quoted_len(self.at).map_or(0, |n| n + 1);
    }

    /// Whether the `{` here opens data instead of a list of nodes: an element or `}` follows on the same line.
    fn is_data(&self) -> bool {
        let text = self.cursor.text();
        let mut cursor = Cursor::new(text, self.at + 1);
        let Some(byte) = cursor.peek() else { return false };
        let element = byte.is_ascii_digit() || b"-.,\"}\xe2".contains(&byte) || is_float_word(cursor.peek_identifier());
        element && !text[self.at..cursor.start()].contains(&b'\n')
    }

    /// Whether the `}` here ends a list of nodes instead of being within a node.
    fn ends_body(&self) -> bool {
        let text = self.cursor.text();
        let after = text[self.at + 1..].iter().find(|b| !matches!(b, b' ' | b'\t' | b'\r'));
        let first = || text[..self.at].iter().rev().find(|b| !matches!(b, b' ' | b'\t')).is_none_or(|&b| b == b'\n');
        after.is_none_or(|b| b"\n#>],}".contains(b)) || first()
    }

    /// Whether this position is in the data of a tensor of the node that starts at `start`.
    fn in_data(&self, start: usize) -> bool {
        let before = self.cursor.text().get(start..self.at).unwrap_or(&[]);
        let open = before.iter().rposition(|b| b"{}()".contains(b));
        open.is_some_and(|i| before[i] == b'{')
    }

    /// Moves after the end of a tensor's data, or to the start of a new node if one comes first, and then returns
    /// `true`.
    fn leave_data(&mut self) -> bool {
        while let Some(byte) = self.byte() {
            match byte {
                b'"' => self.string(),
                b'\n' if starts_node(self.cursor.text(), self.at + 1) => {
                    self.at += 1;
                    return true;
                }
                b'}' => {
                    self.at += 1;
                    return false;
                }
                _ => {}
            }
            self.at += 1;
        }
        true
    }

    /// Moves to the start of the next node, or to the `}` that ends the list.
    fn next_node(&mut self) {
        let mut depth = 0usize;
        while let Some(byte) = self.byte() {
            match byte {
                b'"' => self.string(),
                b'\n' if depth == 0 && starts_node(self.cursor.text(), self.at + 1) => {
                    self.at += 1;
                    return;
                }
                b'{' if self.is_data() => {
                    self.at += 1;
                    if self.leave_data() {
                        return;
                    }
                    continue;
                }
                b'{' => depth += 1,
                b'}' if depth > 0 => depth -= 1,
                b'}' if self.ends_body() => return,
                _ => {}
            }
            self.at += 1;
        }
    }
}
