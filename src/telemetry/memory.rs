//! Memory that this process uses and may use, as the kernel tells it.

use std::fs;
use std::path::{Path, PathBuf};

/// Resident memory of this process in bytes; `None` where there is no `/proc`.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    field(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS")
}

/// The most resident memory that this process has had, in bytes; `None` where
/// there is no `/proc`.
#[must_use]
pub fn peak_resident_bytes() -> Option<u64> {
    field(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM")
}

/// The memory that this process may use, in bytes: that of the machine or the
/// lowest limit of the control groups it is in. `None` where there is no `/proc`.
#[must_use]
pub fn machine_memory() -> Option<u64> {
    memory_below(Path::new("/"))
}

/// [`machine_memory`] of the system whose files are under `root`.
fn memory_below(root: &Path) -> Option<u64> {
    let machine = field(&fs::read_to_string(root.join("proc/meminfo")).ok()?, "MemTotal")?;
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let limit = limit_files(&groups)
        .into_iter()
        // A group without limit says `max`, which is no number.
        .filter_map(|file| fs::read_to_string(root.join(file)).ok()?.trim().parse().ok())
        .min();
    Some(limit.map_or(machine, |limit: u64| limit.min(machine)))
}

/// The files that may hold a memory limit for a process whose
/// `/proc/self/cgroup` is `groups`: a limit of any group around it counts.
fn limit_files(groups: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(group)) =
            (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let (mount, file) = if controllers.is_empty() {
            ("sys/fs/cgroup", "memory.max")
        } else if controllers.split(',').any(|name| name == "memory") {
            ("sys/fs/cgroup/memory", "memory.limit_in_bytes")
        } else {
            continue;
        };
        let group = Path::new(group.trim_start_matches('/'));
        files.extend(group.ancestors().map(|group| Path::new(mount).join(group).join(file)));
    }
    files
}

/// The bytes of a line such as `VmRSS:     1234 kB`.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.split(':').next() == Some(name))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file tree with these files.
    fn system(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    const MEMINFO: (&str, &str) = ("proc/meminfo", "MemTotal:       1024 kB\nMemFree: 5 kB\n");

    #[test]
    fn without_groups_it_is_the_machine() {
        let root = system(&[MEMINFO]);
        assert_eq!(memory_below(root.path()), Some(1 << 20));
        assert_eq!(memory_below(Path::new("/nonexistent")), None);
    }

    #[test]
    fn the_lowest_limit_around_the_process_counts() {
        let root = system(&[
            MEMINFO,
            ("proc/self/cgroup", "0::/a/b\n"),
            ("sys/fs/cgroup/memory.max", "max\n"),
            ("sys/fs/cgroup/a/memory.max", "4096\n"),
            ("sys/fs/cgroup/a/b/memory.max", "8192\n"),
        ]);
        assert_eq!(memory_below(root.path()), Some(4096));
    }

    #[test]
    fn the_first_version_of_control_groups_counts_too() {
        let root = system(&[
            MEMINFO,
            ("proc/self/cgroup", "5:cpu:/\n4:hugetlb,memory:/x\n0::/\n"),
            ("sys/fs/cgroup/memory/x/memory.limit_in_bytes", "2048\n"),
        ]);
        assert_eq!(memory_below(root.path()), Some(2048));
    }

    #[test]
    fn a_limit_above_the_machine_is_none() {
        let root = system(&[
            MEMINFO,
            ("proc/self/cgroup", "0::/\n"),
            ("sys/fs/cgroup/memory.max", "9223372036854771712\n"),
        ]);
        assert_eq!(memory_below(root.path()), Some(1 << 20));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_figures() {
        let (now, peak) = (resident_bytes().unwrap(), peak_resident_bytes().unwrap());
        assert!(now > 64 << 10 && peak > 64 << 10, "{now} {peak}");
        assert!(machine_memory().unwrap() > peak);
    }
}
