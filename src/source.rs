//! Named byte sources, and positions in them.

use std::fmt;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;

/// The parts of the location of external data, without those that lead nowhere, as in `./w.bin`.
pub(crate) fn location_parts(location: &str) -> Vec<&str> {
    location.split('/').filter(|part| !matches!(*part, "" | ".")).collect()
}

/// The name of a path in reports. Bytes that are no UTF-8 are written as `\xff`, so that names that differ in them remain
/// different.
pub(crate) fn path_name(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        name.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    name
}

/// A half-open range of bytes in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub const fn new(start: u64, end: u64) -> Span {
        Span { start, end }
    }

    /// The number of bytes.
    pub const fn len(self) -> u64 {
        self.end.saturating_sub(self.start)
    }

    /// Whether the range is empty.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The bytes in the range, or as many of them as exist.
    pub fn of(self, bytes: &[u8]) -> &[u8] {
        let end = usize::try_from(self.end).unwrap_or(usize::MAX).min(bytes.len());
        let start = usize::try_from(self.start).unwrap_or(usize::MAX).min(end);
        &bytes[start..end]
    }
}

/// A span of records, of which there are many: in 12 bytes, for files of up to 256 TiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PackedSpan {
    /// The low halves of start and length, and after them the high ones.
    start: u32,
    length: u32,
    high: [u16; 2],
}

impl PackedSpan {
    pub(crate) fn new(span: Span) -> PackedSpan {
        let (start, length) = (span.start, span.len());
        PackedSpan { start: start as u32, length: length as u32, high: [(start >> 32) as u16, (length >> 32) as u16] }
    }

    pub(crate) fn span(self) -> Span {
        let whole = |low: u32, high: u16| u64::from(high) << 32 | u64::from(low);
        let [start, length] = self.high;
        let start = whole(self.start, start);
        Span::new(start, start + whole(self.length, length))
    }
}

/// A file that could not be read at all: the only error of reading a model.
#[derive(Debug)]
#[non_exhaustive]
pub struct OpenError {
    /// The path as given.
    pub path: String,
    /// The error of the operating system.
    pub source: std::io::Error,
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OpenError { path, source } = self;
        write!(f, "cannot read `{path}`: {source}")
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// The bytes of a file with the name used in reports. Cheap to clone: the bytes are shared, and files are mapped.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    path: Option<std::path::PathBuf>,
    bytes: Bytes,
    /// Sorted ranges of `bytes` that were not read and are zero.
    unread: Arc<[Span]>,
    /// Whether `bytes` are those of the file, and not a copy of them.
    is_mapped: bool,
}

impl Source {
    /// Bytes in memory. Weights in other files (`.bin`, external data) cannot be found.
    pub fn from_bytes(name: impl Into<String>, bytes: impl Into<Bytes>) -> Source {
        Source { name: name.into(), path: None, bytes: bytes.into(), unread: Arc::default(), is_mapped: false }
    }

    /// A binary ONNX file of `size` bytes of which only some were read, such as one on a server: ranges in their order,
    /// each with the offset of its first byte. What is between them must be data of tensors. The elements of these tensors
    /// are unknown, as those in files that are not read, and the model cannot be written.
    ///
    /// Memory is taken for the ranges, and not for what is between them.
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{ReadOptions, Source};
    ///
    /// # let bytes = [0x08, 9, 0x42, 4, 0x0a, 0, 0x10, 18, 0x3a, 3, 0x12, 1, b'g'];
    /// // bytes: an ONNX file
    /// let ranges = [(0, bytes[..8].to_vec().into()), (8, bytes[8..].to_vec().into())];
    /// let source = Source::from_ranges("m.onnx", bytes.len() as u64, ranges).unwrap();
    /// assert!(source.unread().is_empty());
    /// assert!(Model::read(source, &ReadOptions::default()).main_graph().is_some());
    /// ```
    ///
    /// # Errors
    /// The system does not map as many bytes, or the ranges are not in order or exceed the size.
    pub fn from_ranges(
        name: impl Into<String>,
        size: u64,
        ranges: impl IntoIterator<Item = (u64, Bytes)>,
    ) -> io::Result<Source> {
        let length = usize::try_from(size).map_err(|_| io::ErrorKind::OutOfMemory)?;
        // A map of no bytes is an error of the system.
        let mut map = memmap2::MmapOptions::new().len(length.max(1)).no_reserve_swap().map_anon()?;
        let (mut unread, mut at) = (Vec::new(), 0);
        for (start, bytes) in ranges {
            let end = start.checked_add(bytes.len() as u64).filter(|&end| start >= at && end <= size);
            let end = end.ok_or(io::ErrorKind::InvalidInput)?;
            if start > at {
                unread.push(Span::new(at, start));
            }
            map[start as usize..end as usize].copy_from_slice(&bytes);
            at = end;
        }
        if at < size {
            unread.push(Span::new(at, size));
        }
        let bytes = Bytes::from_owner(map.make_read_only()?).slice(..length);
        Ok(Source { unread: unread.into(), ..Source::from_bytes(name, bytes) })
    }

    /// The ranges of the bytes that were not read, in order: none, except by [`Source::from_ranges`].
    pub fn unread(&self) -> &[Span] {
        &self.unread
    }

    /// Whether some of these bytes were not read.
    pub(crate) fn is_unread(&self, span: Span) -> bool {
        let next = self.unread.partition_point(|unread| unread.end <= span.start);
        self.unread.get(next).is_some_and(|unread| unread.start < span.end)
    }

    /// The bytes as the content of a file at this path: weights in other files are looked up relative to it.
    ///
    /// ```
    /// use shapewright::Source;
    ///
    /// let source = Source::from_bytes("m.onnx", "content").placed("/models/m.onnx");
    /// assert_eq!(source.path(), Some("/models/m.onnx".as_ref()));
    /// assert_eq!(source.name(), "m.onnx");
    /// ```
    #[must_use]
    pub fn placed(self, path: impl AsRef<Path>) -> Source {
        Source { path: Some(path.as_ref().to_owned()), ..self }
    }

    /// A file, mapped into memory where possible.
    ///
    /// # Errors
    /// The file cannot be opened or read. Its content is never an error.
    pub fn open(path: impl AsRef<Path>) -> Result<Source, OpenError> {
        let path = path.as_ref();
        let bytes = map(path).map_err(|source| OpenError { path: path_name(path), source })?;
        let is_mapped = bytes.len() as u64 >= MAPPED_FROM && path.is_file();
        Ok(Source { path: Some(path.to_owned()), is_mapped, ..Source::from_bytes(path_name(path), bytes) })
    }

    /// Whether the bytes are those of the file, which change with it. Those of a small file are a copy.
    pub fn is_mapped(&self) -> bool {
        self.is_mapped
    }

    /// The name used in reports: the path as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of the file, if it is a file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The bytes, shared and not copied: the file as on disk, without weights in other files.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The same file with other content, such as what is to be written to it: files next to it are those of the model, and
    /// places in reports refer to the new bytes.
    ///
    /// ```
    /// use shapewright::Source;
    ///
    /// let source = Source::from_bytes("m.onnx", "before").with_bytes("after");
    /// assert_eq!((source.name(), &source.bytes()[..]), ("m.onnx", &b"after"[..]));
    /// ```
    #[must_use]
    pub fn with_bytes(self, bytes: impl Into<Bytes>) -> Source {
        Source { bytes: bytes.into(), unread: Arc::default(), is_mapped: false, ..self }
    }

    /// The same bytes under another name in reports.
    pub fn renamed(self, name: impl Into<String>) -> Source {
        Source { name: name.into(), ..self }
    }
}

/// From this size on, files are mapped. Smaller ones are read, which costs less than the map and takes no part in what
/// happens to the file afterwards.
const MAPPED_FROM: u64 = 1 << 20;

/// How much of a pipe or a device is read: some devices have no end.
const LONGEST_STREAM: u64 = 1 << 32;

/// Maps a file, or reads it if it is small or not a regular file.
pub(crate) fn map(path: &Path) -> std::io::Result<Bytes> {
    map_file(path, LONGEST_STREAM)
}

/// The same, of a regular file. Something else may have taken its place since it was found, so what was opened decides, and
/// opening does not wait for the other end of a pipe.
pub(crate) fn map_regular(path: &Path) -> std::io::Result<Bytes> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let file = options.open(path)?;
    match file.metadata()?.is_file() {
        true => map_opened(&file, LONGEST_STREAM),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

/// Of what is not a regular file, at most so many bytes are read.
fn map_file(path: &Path, longest_stream: u64) -> std::io::Result<Bytes> {
    map_opened(&File::open(path)?, longest_stream)
}

fn map_opened(file: &File, longest_stream: u64) -> std::io::Result<Bytes> {
    let meta = file.metadata()?;
    if !meta.is_file() || meta.len() == 0 {
        return read(file, longest_stream).map(Bytes::from);
    }
    if meta.len() < MAPPED_FROM {
        // Not what another program appends meanwhile: the length is known to others.
        let mut bytes = Vec::with_capacity(meta.len() as usize);
        file.take(meta.len()).read_to_end(&mut bytes)?;
        return Ok(Bytes::from(bytes));
    }
    // SAFETY: the map is private and read-only. If another process truncates the file while it is read, the system
    // ends this process with a signal; memory safety of our own data is not affected. See SECURITY.md.
    #[allow(unsafe_code)]
    let map = unsafe { memmap2::Mmap::map(file)? };
    Ok(Bytes::from_owner(map))
}

/// Reads a text that is not a model, and must not exceed `longest` bytes.
#[cfg(feature = "cli")]
pub(crate) fn read_text(path: &Path, longest: u64) -> std::io::Result<String> {
    let bytes = read(File::open(path)?, longest)?;
    String::from_utf8(bytes).map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error.utf8_error()))
}

/// Reads everything of standard input.
#[cfg(feature = "cli")]
pub(crate) fn read_stream(stream: impl Read) -> std::io::Result<Vec<u8>> {
    read(stream, LONGEST_STREAM)
}

/// Reads everything, which must not exceed `longest` bytes.
fn read(file: impl Read, longest: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = file.take(longest + 1).read_to_end(&mut bytes)?;
    match read as u64 > longest {
        true => Err(std::io::Error::other(format!("it has more than {longest} bytes"))),
        false => Ok(bytes),
    }
}

/// Converts byte offsets in a text to lines and columns.
#[derive(Clone)]
pub struct LineIndex<'a> {
    text: &'a [u8],
    offsets: Arc<LineOffsets>,
}

/// The offsets of the lines of a text.
pub(crate) struct LineOffsets {
    starts: Vec<u64>,
    /// The number of scalar values before each block of the text, so that columns in very long lines are found without
    /// counting from the start.
    before: Vec<u64>,
}

impl LineOffsets {
    pub(crate) fn new(text: &[u8]) -> LineOffsets {
        let ends = memchr::memchr_iter(b'\n', text).map(|at| at as u64 + 1);
        let before = text.chunks(BLOCK).scan(0, |sum, block| Some(std::mem::replace(sum, *sum + scalars(block))));
        LineOffsets { starts: std::iter::once(0).chain(ends).collect(), before: before.collect() }
    }
}

/// Without the text.
impl fmt::Debug for LineIndex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineIndex").field("lines", &self.offsets.starts.len()).finish_non_exhaustive()
    }
}

/// The length of a block of [`LineIndex`].
const BLOCK: usize = 256;

/// The number of scalar values that begin in `text`.
fn scalars(text: &[u8]) -> u64 {
    if text.is_ascii() {
        return text.len() as u64;
    }
    text.iter().filter(|b| (**b & 0xC0) != 0x80).count() as u64
}

/// A line and a column, both counted from 1; columns count Unicode scalar values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl<'a> LineIndex<'a> {
    /// Indexes the lines of `text`.
    pub fn new(text: &'a [u8]) -> LineIndex<'a> {
        LineIndex { text, offsets: Arc::new(LineOffsets::new(text)) }
    }

    /// With offsets of the same text.
    pub(crate) fn shared(text: &'a [u8], offsets: Arc<LineOffsets>) -> LineIndex<'a> {
        LineIndex { text, offsets }
    }

    /// The number of scalar values before `offset`.
    fn scalars_before(&self, offset: u64) -> u64 {
        let block = offset as usize / BLOCK;
        let Some(before) = self.offsets.before.get(block) else { return scalars(self.text) };
        before + scalars(Span::new((block * BLOCK) as u64, offset).of(self.text))
    }

    /// The line and column of the byte at `offset`.
    pub fn locate(&self, offset: u64) -> LineColumn {
        let offset = offset.min(self.text.len() as u64);
        let starts = &self.offsets.starts;
        let line = starts.partition_point(|&s| s <= offset).max(1) - 1;
        let column = self.scalars_before(offset) - self.scalars_before(starts[line]);
        LineColumn { line: line as u64 + 1, column: column + 1 }
    }

    /// The bytes of a line, counted from 1, without its line ending (`\n` or `\r\n`); empty for the line after the
    /// last.
    pub fn line(&self, line: u64) -> Span {
        let i = (line.max(1) - 1) as usize;
        let starts = &self.offsets.starts;
        let start = starts.get(i).copied().unwrap_or(self.text.len() as u64);
        let end = starts.get(i + 1).map_or(self.text.len() as u64, |e| e - 1);
        let cr = end > start && self.text.get(end as usize - 1) == Some(&b'\r');
        Span::new(start, end - u64::from(cr))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_span_is_the_same() {
        for span in [Span::default(), Span::new(3, 9), Span::new(1 << 40, (1 << 40) + (1 << 33) + 5)] {
            assert_eq!(PackedSpan::new(span).span(), span);
        }
        assert_eq!(size_of::<PackedSpan>(), 12);
    }

    #[test]
    fn columns_count_scalar_values() {
        let index = LineIndex::new("a\näb\r\nc".as_bytes());
        assert_eq!(index.locate(4), LineColumn { line: 2, column: 2 });
        assert_eq!(index.locate(99), LineColumn { line: 3, column: 2 });
        assert_eq!(index.line(2).of("a\näb\r\nc".as_bytes()), "äb".as_bytes());
    }

    #[test]
    fn columns_are_correct_across_blocks() {
        let text = format!("x\n{}", "ä".repeat(3 * BLOCK));
        let index = LineIndex::new(text.as_bytes());
        // Two bytes each: in the middle of the fourth block.
        let at = 7 * BLOCK as u64 / 4;
        assert_eq!(index.locate(2 + 2 * at), LineColumn { line: 2, column: at + 1 });
        assert_eq!(index.locate(text.len() as u64), LineColumn { line: 2, column: 3 * BLOCK as u64 + 1 });
        let whole = "a".repeat(BLOCK);
        assert_eq!(LineIndex::new(whole.as_bytes()).locate(BLOCK as u64).column, BLOCK as u64 + 1);
    }

    #[test]
    fn a_small_file_that_shrinks_keeps_its_bytes() {
        let path = std::env::temp_dir().join(format!("shapewright-shrinks-{}", std::process::id()));
        std::fs::write(&path, b"0123456789").expect("a file");
        let bytes = map(&path).expect("bytes");
        File::options().write(true).truncate(true).open(&path).expect("the file is cut short");
        assert_eq!(&bytes[..], b"0123456789");
        std::fs::remove_file(&path).expect("the file");
    }

    #[test]
    fn what_has_no_end_is_not_read() {
        assert_eq!(LONGEST_STREAM, 4 << 30, "SECURITY.md promises 4 GiB");
        assert_eq!(read(&b"abc"[..], 3).expect("bytes"), b"abc");
        assert!(read(std::io::repeat(0), 1000).is_err());
        #[cfg(unix)]
        assert!(
            map_file(Path::new("/dev/zero"), 1000).expect_err("a device").to_string().contains("more than 1000 bytes")
        );
    }

    #[test]
    fn what_is_between_ranges_is_unread() {
        let ranges = |all: &[(u64, &'static [u8])]| {
            Source::from_ranges("m", 9, all.iter().map(|&(at, bytes)| (at, Bytes::from_static(bytes))))
        };
        let source = ranges(&[(1, b"ab"), (3, b"c"), (6, b"d")]).unwrap();
        assert_eq!(source.unread(), [Span::new(0, 1), Span::new(4, 6), Span::new(7, 9)]);
        assert_eq!(&source.bytes()[..], b"\0abc\0\0d\0\0");
        let unread = |start, end| source.is_unread(Span::new(start, end));
        assert!(unread(0, 9) && unread(0, 1) && unread(3, 5) && unread(5, 7) && unread(8, 9));
        assert!(!unread(1, 4) && !unread(6, 7) && !unread(9, 12) && !unread(4, 4));
        for wrong in [&[(3, &b"ab"[..]), (4, b"c")][..], &[(8, b"ab")], &[(u64::MAX, b"ab")]] {
            assert!(ranges(wrong).is_err(), "{wrong:?}");
        }
        assert!(Source::from_ranges("m", u64::MAX, []).is_err());
        assert!(Source::from_ranges("m", 0, []).unwrap().bytes().is_empty());
    }

    #[test]
    fn a_span_never_exceeds_the_bytes() {
        assert_eq!(Span::new(2, u64::MAX).of(b"abc"), b"c");
        assert_eq!(Span::new(9, 3).of(b"abc"), b"");
    }
}
