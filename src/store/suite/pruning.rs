//! Pruning tables: whole or not at all, and every damage is told.

use super::*;

const NAME: &str = "corners of some puzzle, solved, coordinates 1";

/// Bytes that differ from chunk to chunk; the last chunk is not full.
fn bytes(seed: u64, chunks: usize) -> Vec<u8> {
    let length = chunks * (1 << 20) - 1000;
    (0..length as u64).map(|at| ((at.wrapping_mul(seed | 1) >> 9) + seed) as u8).collect()
}

fn save(store: &Store, name: &str, depth: u32, bytes: &[u8]) -> Result<()> {
    let (storage, parameters) = ("plain", &[7, 8][..]);
    let entries = bytes.len() as u64 * 2;
    store.save_pruning_table(&PruningTable { name, entries, depth, storage, parameters, bytes })
}

fn load(store: &Store, name: &str) -> Result<Option<(PruningTableRow, Vec<u8>)>> {
    let Some(row) = store.pruning_table(name)? else { return Ok(None) };
    let mut bytes = vec![0; row.bytes as usize];
    store.read_pruning_table(&row, &mut bytes)?;
    Ok(Some((row, bytes)))
}

fn assert_loads(store: &Store, name: &str, depth: u32, bytes: &[u8]) {
    let (row, loaded) = load(store, name).unwrap().unwrap();
    assert_eq!((&row.name[..], row.depth, &row.storage[..]), (name, depth, "plain"));
    assert_eq!((row.entries, &row.parameters[..]), (bytes.len() as u64 * 2, &[7, 8][..]));
    assert!(loaded == bytes, "{name}: other bytes");
    assert_eq!(faults(store), [""; 0]);
}

/// What a check tells of the pruning tables.
fn faults(store: &Store) -> Vec<String> {
    let faults = store.check(None).unwrap().faults;
    faults.into_iter().filter(|fault| !fault.contains("`meta`")).collect()
}

fn key() -> PruningTableKey {
    PruningTableKey::of_name(NAME)
}

fn chunk(edition: u32, chunk: u32) -> Vec<u8> {
    ChunkKey { table: key().table, edition, chunk }.to_bytes()
}

fn sealed(bytes: &[u8]) -> Vec<u8> {
    [bytes, &xxhash_rust::xxh3::xxh3_64(bytes).to_le_bytes()].concat()
}

#[test]
fn tables_come_back_whatever_their_size() {
    let halves = [bytes(3, 1), bytes(5, 3), bytes(9, 2)[..1 << 20].to_vec(), vec![]];
    for Held { store, .. } in &both() {
        assert_eq!(load(store, NAME).unwrap(), None);
        for (depth, bytes) in (4..).zip(&halves) {
            save(store, &format!("table {depth}"), depth, bytes).unwrap();
        }
        for (depth, bytes) in (4..).zip(&halves) {
            assert_loads(store, &format!("table {depth}"), depth, bytes);
        }
        assert_eq!(load(store, NAME).unwrap(), None);
        let row = store.pruning_table("table 5").unwrap().unwrap();
        let short = store.read_pruning_table(&row, &mut [0; 5]);
        assert!(matches!(short, Err(StoreError::Refused { .. })), "{short:?}");
    }
}

#[test]
fn a_new_edition_takes_the_place_of_the_old_one() {
    for Held { store, .. } in &both() {
        save(store, "another", 1, b"beside").unwrap();
        for (round, chunks) in [(1, 3), (2, 1), (3, 2)] {
            save(store, NAME, round, &bytes(u64::from(round), chunks)).unwrap();
            assert_loads(store, NAME, round, &bytes(u64::from(round), chunks));
            let rows = keys(store, Table::PruningTables, &KeyRange::all());
            assert_eq!(rows.len(), chunks + 3, "the old edition is left");
        }
        // The numbers of editions begin again.
        let mut batch = Batch::new();
        for last in [u32::MAX, u32::MAX - 1, u32::MAX - 2, u32::MAX - 3] {
            let row = store.pruning_table(NAME).unwrap().unwrap();
            batch.put_row(&key(), &PruningTableRow { edition: last, ..row }).unwrap();
            store.write(std::mem::take(&mut batch), Durability::Synced).unwrap();
            save(store, NAME, 4, b"short").unwrap();
            assert_loads(store, NAME, 4, b"short");
        }
        assert_loads(store, "another", 1, b"beside");
    }
}

#[test]
fn a_killed_writer_leaves_the_table_there_was() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("0");
    let (old, new) = (bytes(1, 2), bytes(2, 3));
    let store = open(&path);
    save(&store, "another", 1, b"beside").unwrap();
    // Once no table was there, once an old one.
    for round in 0..2 {
        let edition = round;
        for (number, bytes) in (0..).zip(new.chunks(1 << 20).take(2)) {
            put(&store, Table::PruningTables, &[(&chunk(edition, number), &sealed(bytes))]);
        }
        store.sync().unwrap();
        let image = directory.path().join(format!("image {round}"));
        on_disk::crash_image(&path, &image);
        let healed = open(&image);
        assert_eq!(healed.healed().pruning_tables, 1);
        assert_eq!(keys(&healed, Table::PruningTables, &key().chunks(edition, u32::MAX)), [b""; 0]);
        match round {
            0 => assert_eq!(load(&healed, NAME).unwrap(), None),
            _ => assert_loads(&healed, NAME, 5, &old),
        }
        assert_loads(&healed, "another", 1, b"beside");
        drop(healed);
        assert_eq!(open(&image).healed().pruning_tables, 0);
        // The process itself can go on as well: a longer edition left is not mixed in.
        put(&store, Table::PruningTables, &[(&chunk(edition, 7), &sealed(b"left"))]);
        assert_eq!(faults(&store), [""; 0]);
        save(&store, NAME, 5, &old).unwrap();
        assert_loads(&store, NAME, 5, &old);
    }
}

#[test]
fn a_reader_cannot_write() {
    let directory = tempfile::tempdir().unwrap();
    save(&open(directory.path()), NAME, 2, b"bytes").unwrap();
    let reader = Store::open_read_only(directory.path(), &StoreOptions::default()).unwrap();
    assert_loads(&reader, NAME, 2, b"bytes");
    assert!(matches!(save(&reader, NAME, 3, b"other"), Err(StoreError::ReadOnly { .. })));
    assert_eq!(reader.drop_pruning_tables(true).unwrap().tables, [(NAME.to_owned(), 5)]);
    assert!(matches!(reader.drop_pruning_tables(false), Err(StoreError::ReadOnly { .. })));
}

#[test]
fn another_table_at_the_place_is_not_used() {
    for Held { store, .. } in &both() {
        save(store, "another", 1, b"beside").unwrap();
        let row = store.pruning_table("another").unwrap().unwrap();
        let mut batch = Batch::new();
        batch.put_row(&key(), &row).unwrap();
        store.write(batch, Durability::Synced).unwrap();
        for error in [load(store, NAME).unwrap_err(), save(store, NAME, 2, b"").unwrap_err()] {
            assert!(matches!(error, StoreError::Refused { .. }), "{error}");
            assert!(error.to_string().contains("\"another\" at its place"), "{error}");
        }
        let [fault, _] = &faults(store)[..] else { panic!("{:?}", faults(store)) };
        assert_eq!(fault, "pruning table \"another\": its key is that of another name");
    }
}

type Damage = fn(&Store, &mut Batch);

fn flip(store: &Store, batch: &mut Batch, key: Vec<u8>, from_end: usize) {
    let mut value = store.get(Table::PruningTables, &key).unwrap().unwrap().to_vec();
    let at = value.len() - 1 - from_end;
    value[at] ^= 0x10;
    batch.put(Table::PruningTables, key, value);
}

fn change(store: &Store, batch: &mut Batch, change: fn(&mut PruningTableRow)) {
    let mut row = store.pruning_table(NAME).unwrap().unwrap();
    change(&mut row);
    batch.put_row(&key(), &row).unwrap();
}

#[test]
fn damage_is_told_with_table_and_chunk() {
    const CHUNKS: Table = Table::PruningTables;
    let cases: [(Damage, &str); 11] = [
        (|s, b| flip(s, b, chunk(0, 1), 9), "chunk 1: its checksum is wrong"),
        (|s, b| flip(s, b, chunk(0, 2), 0), "chunk 2: its checksum is wrong"),
        (|_, b| b.delete(CHUNKS, chunk(0, 0)), "chunk 0 is missing"),
        (|_, b| b.delete(CHUNKS, chunk(0, 1)), "chunk 1 is missing"),
        (|_, b| b.delete(CHUNKS, chunk(0, 2)), "chunk 2 is missing"),
        (|_, b| b.put(CHUNKS, chunk(0, 1), sealed(&[1; 1000])), "chunk 1: its length is wrong"),
        (|_, b| b.put(CHUNKS, chunk(0, 1), vec![1; 7]), "chunk 1: it is too short"),
        (|_, b| b.put(CHUNKS, chunk(0, 3), sealed(b"x")), "chunk 3: the table ends before it"),
        (
            |_, b| b.put(CHUNKS, chunk(0, 1), sealed(&[1; 1 << 20])),
            "its checksum is wrong, but that of every chunk is right",
        ),
        (
            |s, b| change(s, b, |row| row.chunks = u32::MAX),
            "3144728 bytes cannot be 4294967295 chunks",
        ),
        (|s, b| change(s, b, |row| row.edition = 1), "chunk 0 is missing"),
    ];
    for (damage, expected) in cases {
        for Held { store, .. } in &both() {
            save(store, NAME, 5, &bytes(1, 3)).unwrap();
            save(store, "another", 1, b"beside").unwrap();
            let mut batch = Batch::new();
            damage(store, &mut batch);
            store.write(batch, Durability::Synced).unwrap();
            let place = format!("pruning table {NAME:?}");
            let error = load(store, NAME).unwrap_err();
            assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
            assert!(error.to_string().contains(&format!("{place}: {expected}")), "{error}");
            assert_eq!(faults(store)[0], format!("{place}: {expected}"));
            assert!(load(store, "another").unwrap().is_some());
            // It can be built again.
            save(store, NAME, 6, b"new").unwrap();
            assert_loads(store, NAME, 6, b"new");
        }
    }
}

#[test]
fn a_table_without_its_header_is_not_there() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    save(&store, NAME, 5, &bytes(1, 2)).unwrap();
    let mut batch = Batch::new();
    batch.delete(Table::PruningTables, key().to_bytes());
    store.write(batch, Durability::Synced).unwrap();
    assert_eq!(load(&store, NAME).unwrap(), None);
    drop(store);
    let store = open(directory.path());
    assert_eq!(store.healed().pruning_tables, 1);
    assert!(keys(&store, Table::PruningTables, &KeyRange::all()).is_empty());
}

#[test]
fn a_damaged_header_is_told_and_can_be_written_over() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    save(&store, NAME, 5, &bytes(1, 2)).unwrap();
    put(&store, Table::PruningTables, &[(b"a stray key", b""), (&chunk(0, 0)[..9], b"")]);
    let mut batch = Batch::new();
    flip(&store, &mut batch, key().to_bytes(), 3);
    store.write(batch, Durability::Synced).unwrap();
    drop(store);
    // Opening leaves it as it is.
    let store = open(directory.path());
    assert_eq!(store.healed().pruning_tables, 0);
    let told = faults(&store);
    let expect = |what: &str| assert!(told.iter().any(|fault| fault.ends_with(what)), "{told:?}");
    assert_eq!(told.len(), 3, "{told:?}");
    expect("its checksum is wrong");
    expect("key 61207374726179206b6579: no row can have this key");
    expect("00: no row can have this key");
    assert!(matches!(load(&store, NAME), Err(StoreError::Damaged { .. })));
    save(&store, NAME, 6, b"new").unwrap();
    assert_eq!(load(&store, NAME).unwrap().unwrap().1, b"new");
    assert_eq!(store.drop_pruning_tables(false).unwrap().tables, [(NAME.to_owned(), 3)]);
    assert!(keys(&store, Table::PruningTables, &KeyRange::all()).is_empty());
}

#[test]
fn dropping_tables_frees_their_space_and_leaves_the_runs() {
    for Held { store, .. } in &both() {
        put_run(store, RunId(1), 2);
        save(store, NAME, 5, &bytes(1, 9)).unwrap();
        save(store, "another", 1, b"beside").unwrap();
        let mut expected = [(NAME.to_owned(), 9 * (1 << 20) - 1000), ("another".to_owned(), 6)];
        let planned = store.drop_pruning_tables(true).unwrap();
        let mut tables = planned.tables.clone();
        tables.sort();
        expected.sort();
        assert_eq!((tables, planned.after), (expected.to_vec(), None));
        assert_loads(store, "another", 1, b"beside");
        let dropped = store.drop_pruning_tables(false).unwrap();
        assert_eq!(dropped.tables, planned.tables);
        assert!(dropped.after.unwrap() + (8 << 20) < dropped.before, "{dropped:?}");
        assert_eq!(store.runs().unwrap().len(), 1);
        assert_eq!(load(store, NAME).unwrap(), None);
        assert_eq!(store.drop_pruning_tables(false).unwrap().tables, []);
    }
}
