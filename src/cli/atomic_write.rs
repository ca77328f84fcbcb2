//! Atomic writes: if writing fails, the old files remain.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempPath};

use super::interrupts;
use crate::rewrite::PatchedFile;

/// New files that are written, but have not yet replaced the old ones.
#[derive(Default)]
pub(crate) struct AtomicWrites {
    /// They are closed: a model may have thousands of files with its data.
    files: Vec<(TempPath, PathBuf)>,
}

impl AtomicWrites {
    /// Writes a temporary file next to `path`. If `path` is not a regular file (a pipe, a device), it is written directly.
    pub(crate) fn add(&mut self, path: &Path, edited: &PatchedFile) -> io::Result<()> {
        self.add_by(path, |out| edited.write_to(out))
    }

    /// Copies a file to a temporary file next to `path`.
    pub(crate) fn copy(&mut self, from: &Path, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        self.add_by(path, |out| io::copy(&mut File::open(from)?, out).map(|_| ()))
    }

    /// Like [`AtomicWrites::add`], in a directory that may not exist yet.
    pub(crate) fn add_below(&mut self, path: &Path, edited: &PatchedFile) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        self.add(path, edited)
    }

    /// Writes a temporary file next to `path` with `write`.
    pub(crate) fn add_by(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
    ) -> io::Result<()> {
        match AtomicFile::create(path)? {
            AtomicFile::New(file, place) => {
                fill(file.as_file(), write)?;
                // The old content is not given up before the new content is on the disk; a new file has nothing to lose.
                if place.exists() {
                    file.as_file().sync_data()?;
                }
                self.files.push((file.into_temp_path(), place));
                Ok(())
            }
            AtomicFile::Special(file) => fill(&file, write),
        }
    }

    /// Replaces the old files. Ctrl-C does not end the program before all are replaced.
    pub(crate) fn commit(self) -> Result<(), (PathBuf, io::Error)> {
        let _all = interrupts::hold_back();
        for (file, place) in self.files {
            file.persist(&place).map_err(|error| (place, error.error))?;
        }
        Ok(())
    }
}

/// Writes a file that must not exist yet.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let exists = || io::Error::from(io::ErrorKind::AlreadyExists);
    // Also a link that leads nowhere.
    if fs::symlink_metadata(path).is_ok() {
        return Err(exists());
    }
    let AtomicFile::New(mut file, place) = AtomicFile::create(path)? else { return Err(exists()) };
    file.write_all(bytes)?;
    match file.persist_noclobber(&place) {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(error.error),
        // Some file systems have neither hard links nor a renaming that replaces nothing.
        Err(error) => error.file.persist(&place).map(drop).map_err(|error| error.error),
    }
}

/// A file that replaces an old one when it is complete.
pub(crate) enum AtomicFile {
    /// Next to the old file.
    New(NamedTempFile, PathBuf),
    /// What is not a regular file (a pipe, a device) is written directly.
    Special(File),
}

impl AtomicFile {
    /// A temporary file next to `path`.
    pub(crate) fn create(path: &Path) -> io::Result<AtomicFile> {
        // Replace the target of a link, not the link.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&place).ok();
        if old.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        if old.as_ref().is_some_and(|meta| !meta.is_file()) {
            return Ok(AtomicFile::Special(File::options().write(true).open(&place)?));
        }
        if old.as_ref().is_some_and(|meta| meta.permissions().readonly()) {
            return Err(io::Error::from(io::ErrorKind::PermissionDenied));
        }
        let folder = place.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                format!("the directory `{}` does not exist", folder.display()),
            ));
        }
        let file = new_file(folder, old.map(|meta| meta.permissions()))
            // The message of the library names the temporary file.
            .map_err(|error| io::Error::from(error.kind()))?;
        Ok(AtomicFile::New(file, place))
    }

    /// Replaces the old file.
    pub(crate) fn commit(self) -> io::Result<()> {
        match self {
            AtomicFile::New(file, place) => file.persist(&place).map(drop).map_err(|error| error.error),
            AtomicFile::Special(_) => Ok(()),
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            AtomicFile::New(file, _) => file.write(bytes),
            AtomicFile::Special(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            AtomicFile::New(file, _) => file.flush(),
            AtomicFile::Special(file) => file.flush(),
        }
    }
}

fn fill(file: &File, write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>) -> io::Result<()> {
    // Pieces that are larger, such as weights, are written from where they are.
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out)?;
    out.flush()
}

/// A temporary file with the permissions of the old file, or the default permissions.
#[cfg(unix)]
fn new_file(folder: &Path, old: Option<fs::Permissions>) -> io::Result<NamedTempFile> {
    let usual = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    let new = Builder::new().prefix(".shapewright-").permissions(old.clone().unwrap_or(usual)).tempfile_in(folder)?;
    // The system takes those of the mask from what is created, which the old file may have nevertheless. Some file systems
    // have no permissions.
    if let Some(old) = old {
        let _ = new.as_file().set_permissions(old);
    }
    Ok(new)
}

#[cfg(not(unix))]
fn new_file(folder: &Path, _: Option<fs::Permissions>) -> io::Result<NamedTempFile> {
    Builder::new().prefix(".shapewright-").tempfile_in(folder)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_file_that_is_replaced_keeps_its_permissions() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.onnx");
        fs::write(&path, "old").expect("written");
        for mode in [0o666, 0o664, 0o600] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("permissions");
            let mut pending = AtomicWrites::default();
            pending.add_by(&path, |out| out.write_all(b"new")).expect("written");
            assert!(pending.commit().is_ok());
            assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, mode);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_that_wait_are_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut pending = AtomicWrites::default();
        for at in 0..3 {
            pending.add_by(&folder.path().join(at.to_string()), |out| out.write_all(b"new")).expect("written");
        }
        let open = fs::read_dir("/proc/self/fd").expect("files").flatten();
        let open = open.filter_map(|file| fs::read_link(file.path()).ok());
        assert_eq!(open.filter(|path| path.starts_with(folder.path())).count(), 0);
        assert!(pending.commit().is_ok());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3);
    }
}
