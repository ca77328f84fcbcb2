//! Tokens of the text, as in the reference lexer.

use std::borrow::Cow;

use crate::source::Span;

/// A position in the text from which tokens are taken.
pub(crate) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    /// The end of the last token, so that spans exclude white space.
    end: usize,
    /// The start of an unclosed string. Every quote after it is escaped, so strings that start there are not closed
    /// either and need not be searched again.
    unclosed: usize,
}

/// A syntax error.
#[derive(Debug)]
pub(crate) struct Fault {
    /// What was expected.
    pub(crate) expected: Cow<'static, str>,
    /// What was found.
    pub(crate) span: Span,
    /// What is wrong with it, if it is not just another token.
    pub(crate) wrong: Option<Cow<'static, str>>,
}

/// A name, a word or a string: bytes of the source, or a copy without escapes.
pub(crate) type Word<'a> = Cow<'a, [u8]>;

/// A literal as written.
pub(crate) enum Literal<'a> {
    /// Digits, perhaps with a sign.
    Int(&'a str),
    /// Digits with a point or an exponent, or a word such as `inf`.
    Float(&'a str),
    /// A string in quotes.
    Text,
}

/// Bytes that end a bare word that need not be an identifier: the reference printer writes names of operators and
/// attributes without quotes.
pub(crate) fn ends_word(byte: u8) -> bool {
    is_space(byte) || b"()<>[]{}:=,\"#@".contains(&byte)
}

/// White space between tokens.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn starts_identifier(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn continues_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// `inf`, `infinity` or `nan` in any case.
pub(crate) fn is_float_word(word: &[u8]) -> bool {
    ["inf", "infinity", "nan"].iter().any(|w| word.eq_ignore_ascii_case(w.as_bytes()))
}

/// The length of the comment at the start of `text`: the rest of the line.
pub(crate) fn comment_len(text: &[u8]) -> usize {
    text.iter().position(|&b| b == b'\n').unwrap_or(text.len())
}

/// Every comment of a text: the offset of its `#` and what follows on the line. A `#` in quotes starts no comment.
pub(crate) fn comments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut cursor = Cursor::new(text.as_bytes(), 0);
    std::iter::from_fn(move || {
        while let Some(&byte) = cursor.text.get(cursor.at) {
            let start = cursor.at;
            cursor.at += match byte {
                b'#' => comment_len(&cursor.text[start..]),
                b'"' => 1 + cursor.quoted_len(start).map_or(0, |len| len + 1),
                _ => 1,
            };
            if byte == b'#' {
                let comment = text.get(start + 1..cursor.at).unwrap_or("");
                return Some((start, comment.strip_suffix('\r').unwrap_or(comment)));
            }
        }
        None
    })
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a [u8], at: usize) -> Cursor<'a> {
        Cursor { text, at, end: at, unclosed: usize::MAX }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &'a [u8] {
        self.text
    }

    /// The offset of the next token; at the end the length of the text.
    pub(crate) fn start(&mut self) -> usize {
        self.skip_space();
        self.at
    }

    /// One past the last token taken.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// Moves to another position, in any direction.
    pub(crate) fn seek(&mut self, at: usize) {
        self.at = at.min(self.text.len());
        self.end = self.at;
    }

    fn skip_space(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            if byte == b'#' {
                self.at += comment_len(&self.text[self.at..]);
            } else if is_space(byte) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// The first byte of the next token; `None` at the end.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.skip_space();
        self.text.get(self.at).copied()
    }

    /// The text from the next token.
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        self.skip_space();
        &self.text[self.at..]
    }

    fn take(&mut self, len: usize) -> &'a [u8] {
        let taken = &self.text[self.at..][..len];
        self.at += len;
        self.end = self.at;
        taken
    }

    /// Takes `token` if it is next.
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token.as_bytes());
        if found {
            self.take(token.len());
        }
        found
    }

    /// Takes `token`, which must be next; `place` describes the position, as in "after the outputs of a node".
    pub(crate) fn expect(&mut self, token: &'static str, place: &'static str) -> Result<(), Fault> {
        if self.eat(token) { Ok(()) } else { Err(self.fault(format!("`{token}` {place}"))) }
    }

    /// The next token is not what was expected.
    pub(crate) fn fault(&mut self, expected: impl Into<Cow<'static, str>>) -> Fault {
        let start = self.start();
        Fault { expected: expected.into(), span: token_at(self.text, start), wrong: None }
    }

    /// An error about the tokens since `start`.
    pub(crate) fn wrong(
        &self,
        start: usize,
        wrong: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
    ) -> Fault {
        let span = Span::new(start as u64, self.end.max(start) as u64);
        Fault { expected: expected.into(), span, wrong: Some(wrong.into()) }
    }

    fn run(&mut self, more: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        self.take(rest.iter().position(|&b| !more(b)).unwrap_or(rest.len()))
    }

    /// The identifier that is next, without taking it; empty if there is none.
    pub(crate) fn peek_identifier(&mut self) -> &'a [u8] {
        let rest = self.rest();
        if !rest.first().is_some_and(|&b| starts_identifier(b)) {
            return &[];
        }
        &rest[..rest.iter().position(|&b| !continues_identifier(b)).unwrap_or(rest.len())]
    }

    /// Takes the identifier that is next; empty if there is none.
    pub(crate) fn identifier(&mut self) -> &'a [u8] {
        let len = self.peek_identifier().len();
        self.take(len)
    }

    /// Takes an identifier or a string; `None` if neither is next.
    pub(crate) fn name(&mut self) -> Result<Option<Word<'a>>, Fault> {
        if self.peek() == Some(b'"') {
            return self.quoted().map(Some);
        }
        let word = self.identifier();
        Ok(if word.is_empty() { None } else { Some(word.into()) })
    }

    /// Takes a bare word, which need not be an identifier, or a string; `None` if neither is next.
    pub(crate) fn word(&mut self) -> Result<Option<Word<'a>>, Fault> {
        if self.peek() == Some(b'"') {
            return self.quoted().map(Some);
        }
        let word = self.run(|b| !ends_word(b));
        Ok(if word.is_empty() { None } else { Some(word.into()) })
    }

    /// Takes a string. A backslash escapes the next byte.
    pub(crate) fn quoted(&mut self) -> Result<Word<'a>, Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.fault("a string in double quotes"));
        }
        let start = self.at;
        let Some(inner) = self.quoted_len(start) else {
            let line = self.rest().iter().position(|&b| b == b'\n');
            self.take(line.unwrap_or(self.text.len() - start));
            return Err(self.wrong(start, "the string is not closed", "`\"` at its end"));
        };
        let inner = &self.take(inner + 2)[1..inner + 1];
        if !inner.contains(&b'\\') {
            return Ok(inner.into());
        }
        let mut text = Vec::with_capacity(inner.len());
        let mut bytes = inner.iter();
        while let Some(&byte) = bytes.next() {
            text.push(if byte == b'\\' { bytes.next().copied().unwrap_or(byte) } else { byte });
        }
        Ok(text.into())
    }

    /// The length of the string whose opening quote is at `start`, without quotes; `None` if it is not closed.
    pub(crate) fn quoted_len(&mut self, start: usize) -> Option<usize> {
        if start >= self.unclosed {
            return None;
        }
        let len = quoted_len(&self.text[start..]);
        if len.is_none() {
            self.unclosed = start;
        }
        len
    }

    /// Takes a number or a string.
    pub(crate) fn literal(&mut self) -> Result<Literal<'a>, Fault> {
        match self.peek() {
            Some(b'"') => self.quoted().map(|_| Literal::Text),
            _ => {
                let rest = self.rest();
                let (len, float) = number_len(rest).ok_or_else(|| self.fault("a value"))?;
                // A number is ASCII: `number_len` counts nothing else.
                let number = std::str::from_utf8(self.take(len)).unwrap_or("");
                Ok(if float { Literal::Float(number) } else { Literal::Int(number) })
            }
        }
    }

    /// Takes an integer.
    pub(crate) fn int(&mut self) -> Result<i64, Fault> {
        let start = self.start();
        match self.literal() {
            Ok(Literal::Int(digits)) => digits
                .parse()
                .map_err(|_| self.wrong(start, format!("{digits} does not fit into 64 bits"), "a 64-bit integer")),
            Ok(_) => Err(Fault { span: token_at(self.text, start), expected: "an integer".into(), wrong: None }),
            Err(fault) => Err(Fault { expected: "an integer".into(), ..fault }),
        }
    }
}

/// The length of the string at the start of `text`, without quotes; `None` if it is not closed.
fn quoted_len(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match text.get(at)? {
            b'"' => return Some(at - 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The length of the number at the start of `text`, and whether it is a float.
fn number_len(text: &[u8]) -> Option<(usize, bool)> {
    let sign = usize::from(text.first() == Some(&b'-'));
    let digits = |from: usize| text[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let word = text[sign..].iter().take_while(|&&b| continues_identifier(b)).count();
    if is_float_word(&text[sign..][..word]) {
        return Some((sign + word, true));
    }
    let mut at = sign + digits(sign);
    if at == sign {
        return None;
    }
    let mut float = false;
    if text.get(at) == Some(&b'.') {
        float = true;
        at += 1 + digits(at + 1);
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        float = true;
        at += 1 + usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        at += digits(at);
    }
    Some((at, float))
}

/// The length of a string after its opening quote, with the closing one; that of the rest of the line if it has none.
fn string_in_line(rest: &[u8]) -> usize {
    let mut is_escaped = false;
    let end = rest.iter().position(|&b| {
        let ends = b == b'\n' || (b == b'"' && !is_escaped);
        is_escaped = b == b'\\' && !is_escaped;
        ends
    });
    end.map_or(rest.len(), |end| end + usize::from(rest[end] == b'"'))
}

/// The token at `start`, for a message: a word, a number, a text, one character, or nothing at the end.
fn token_at(text: &[u8], start: usize) -> Span {
    let rest = text.get(start..).unwrap_or(&[]);
    let len = match rest.first() {
        None => 0,
        Some(b'"') => 1 + string_in_line(&rest[1..]),
        Some(b'=') if rest.starts_with(b"=>") => 2,
        Some(&b) if continues_identifier(b) || b == b'-' => {
            1 + rest[1..].iter().take_while(|&&b| continues_identifier(b) || b == b'.').count()
        }
        // The rest of a UTF-8 character belongs to it.
        Some(_) => 1 + rest[1..].iter().take_while(|&&b| b & 0xC0 == 0x80).count(),
    };
    Span::new(start as u64, (start + len) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_ends_with_its_word_text_or_line() {
        let token = |text: &'static str, start: usize| {
            let span = token_at(text.as_bytes(), start);
            &text[span.start as usize..span.end as usize]
        };
        assert_eq!(token(r#""a\"b" c"#, 0), r#""a\"b""#);
        assert_eq!(token("\"a b\nc\"", 0), "\"a b");
        assert_eq!(token("\"a\\\nc\"", 0), "\"a\\");
        assert_eq!(token("\"", 0), "\"");
        assert_eq!(token("x => y", 2), "=>");
        assert_eq!(token("-a.b, c", 0), "-a.b");
        assert_eq!(token("é,", 0), "é");
        assert_eq!(token("x", 1), "");
    }
}
