//! The pruning tables of a search: which ones, how deep, from the store or built anew.
//!
//! A table is worth its cost when it is asked often: it becomes one move deeper for every
//! [`PAYS`] questions an entry that the next length is expected to ask (the rule of the cycle combination
//! solver's authors), and a larger view takes the place of a smaller one when it pays.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::progress::TableUse;
use crate::engine::control::Halt;
use crate::engine::error::Result;
use crate::search::SearchError;
use crate::search::pmida::{Bounds, Distances, Trick, Tricks};
use crate::search::pruning::{FARTHEST, Kind, Storage, histogram};
use crate::space::{MoveTable, Quotient, Turning};
use crate::store::Store;

/// Questions an entry that pay for one more move of depth.
const PAYS: u64 = 3;

/// A stored table is loaded when one in so many of its entries is expected to be asked for: that takes a
/// hundredth of the time of building it.
const LOADS: u64 = 200;

/// Smaller tables are not stored: they are built faster than they are loaded.
const STORED: u64 = 1 << 16;

/// The depth under which a table is stored that has all distances.
const COMPLETE: u32 = u8::MAX as u32;

type View<P> = Arc<dyn Quotient<P>>;

/// The tables of a search.
#[derive(Debug)]
pub(super) struct Shelf<'a, P> {
    store: &'a Store,
    moves: &'a MoveTable,
    threads: usize,
    /// Bytes that all tables together may take.
    memory: u64,
    tricks: Tricks,
    /// For each part of the puzzle its views, the smaller ones first.
    parts: Vec<Vec<View<P>>>,
    tables: Vec<Option<Table<P>>>,
    /// Which table, and which image of a position, in the order of asking.
    questions: Vec<(usize, usize)>,
}

#[derive(Debug)]
struct Table<P> {
    view: View<P>,
    number: usize,
    storage: Storage,
    depth: u8,
    complete: bool,
    /// The mean of its bounds, times 1000.
    mean: u64,
    /// What it was made from, to become deeper.
    distances: Option<Distances>,
}

impl<'a, P: 'static> Shelf<'a, P> {
    pub(super) fn new<T: Turning<Position = P>>(
        space: &'a T,
        store: &'a Store,
        threads: usize,
        memory: u64,
        tricks: Tricks,
    ) -> Self {
        let mut parts = if tricks.has(Trick::Tables) { space.quotients() } else { Vec::new() };
        parts.retain(|views| !views.is_empty());
        let tables = parts.iter().map(|_| None).collect();
        Self {
            store,
            moves: space.moves(),
            threads,
            memory,
            tricks,
            parts,
            tables,
            questions: Vec::new(),
        }
    }

    /// What is made use of now.
    pub(super) fn uses(&self) -> Vec<TableUse> {
        let tables = self.tables.iter().enumerate();
        let used = |(part, table): (usize, &Option<Table<P>>)| {
            table.as_ref().map(|table| TableUse {
                part: part as u32,
                view: table.number as u32,
                depth: table.depth,
                complete: table.complete,
                entries: table.storage.entries(),
                storage: table.storage.kind().name().to_owned(),
                bytes: table.storage.bytes(),
            })
        };
        tables.filter_map(used).collect()
    }

    /// Makes the tables worth `forecast` questions. They are left as they are when the run is to stop.
    pub(super) fn prepare(
        &mut self,
        forecast: u64,
        halt: &Halt<'_>,
        tick: &dyn Fn(),
    ) -> Result<()> {
        for part in 0..self.parts.len() {
            if halt.stopping() {
                return Ok(());
            }
            let Some(number) = self.choose(part, forecast)? else { continue };
            let view = &self.parts[part][number];
            let deeper = match self.tricks.has(Trick::Deepening) {
                true => forecast / (PAYS * view.entries()) * u64::from(view.steps_of_a_move()),
                false => u64::MAX,
            };
            self.fill(part, number, deeper, halt, tick)?;
        }
        self.order();
        Ok(())
    }

    /// The tables that an earlier process used.
    pub(super) fn restore(
        &mut self,
        uses: &[TableUse],
        halt: &Halt<'_>,
        tick: &dyn Fn(),
    ) -> Result<()> {
        for used in uses {
            let (part, view) = (used.part as usize, used.view as usize);
            if self.parts.get(part).is_none_or(|views| view >= views.len()) || halt.stopping() {
                continue;
            }
            let steps = u64::from(self.parts[part][view].steps_of_a_move());
            let deeper = if used.complete { u64::MAX } else { u64::from(used.depth) * steps + 1 };
            self.fill(part, view, deeper, halt, tick)?;
            if let Some(table) = &mut self.tables[part] {
                // A deeper one tells no more than the one before did: positions are counted alike.
                table.depth = table.depth.min(used.depth);
                table.complete &= used.complete;
            }
        }
        self.order();
        Ok(())
    }

    /// Bytes that a table of each part may take.
    fn share(&self) -> u64 {
        self.memory / self.parts.len().max(1) as u64
    }

    /// Bytes that the tables of other parts take.
    fn taken(&self, part: usize) -> u64 {
        let others = self.tables.iter().enumerate().filter(|&(other, _)| other != part);
        let bytes = |table: &Table<P>| {
            let distances = table.distances.as_ref().map_or(0, |_| table.view.entries());
            table.storage.bytes() + distances
        };
        others.filter_map(|(_, table)| table.as_ref().map(bytes)).sum()
    }

    /// Whether no sequence of moves leads from this position to a wanted one: a table that has
    /// all distances has none for it.
    pub(super) fn excludes(&self, start: &P) -> bool {
        self.tables.iter().flatten().any(|table| {
            let bound = || table.storage.get(table.view.entry(0, start));
            table.complete && table.depth + 1 < FARTHEST && bound() == FARTHEST
        })
    }

    /// Which view pays, if any: the largest one.
    fn choose(&self, part: usize, forecast: u64) -> Result<Option<usize>> {
        let now = self.tables[part].as_ref().map(|table| table.number);
        let mut chosen = now;
        for (number, view) in self.parts[part].iter().enumerate() {
            let entries = view.entries();
            // Two bits an entry, in the end; while it is built a byte as well.
            let room = self.memory.saturating_sub(self.taken(part));
            let fits = entries / 4 <= self.share() && entries + entries / 4 <= room;
            if !fits || now.is_some_and(|now| number <= now) {
                continue;
            }
            let pays = forecast / PAYS >= entries;
            let stored = || {
                let row = self.store.pruning_table(&view.identity())?;
                Ok::<bool, SearchError>(row.is_some_and(|row| row.bytes <= self.share()))
            };
            if pays || (forecast >= entries / LOADS && stored()?) {
                chosen = Some(number);
            }
        }
        Ok(chosen)
    }

    /// Has a table of a view that is deeper by some moves than the one that is there.
    fn fill(
        &mut self,
        part: usize,
        number: usize,
        deeper: u64,
        halt: &Halt<'_>,
        tick: &dyn Fn(),
    ) -> Result<()> {
        let view = Arc::clone(&self.parts[part][number]);
        let table = self.tables[part].take().filter(|table| table.number == number);
        let (table, fresh) = match table {
            Some(table) => (Some(table), false),
            None => (self.load(&view, number)?, true),
        };
        let Some(table) = table else {
            let distances = Distances::new(&*view).ok_or_else(|| {
                SearchError::OutOfMemory(format!("a pruning table of {} bytes", view.entries()))
            })?;
            self.tables[part] = self.build(&view, number, distances, deeper, halt, tick)?;
            return Ok(());
        };
        if table.complete || deeper == 0 || (fresh && deeper <= u64::from(table.depth) + 1) {
            self.tables[part] = Some(table);
            return Ok(());
        }
        // From the beginning when it was loaded.
        let depth = u64::from(table.depth) + 1;
        let (distances, deeper) = match table.distances {
            Some(distances) => (Some(distances), deeper),
            None => (Distances::new(&*view), deeper.saturating_add(depth)),
        };
        let Some(distances) = distances else {
            let number = table.number;
            self.tables[part] = Some(Table { distances: None, number, ..table });
            return Ok(());
        };
        let built = self.build(&view, number, distances, deeper, halt, tick)?;
        self.tables[part] = built;
        Ok(())
    }

    /// A stored table.
    fn load(&self, view: &View<P>, number: usize) -> Result<Option<Table<P>>> {
        let name = view.identity();
        let Some(row) = self.store.pruning_table(&name)? else { return Ok(None) };
        if row.bytes > self.share() || row.entries != view.entries() {
            return Ok(None);
        }
        let loaded = Storage::load(self.store, &name, self.share()).map_err(SearchError::from)?;
        Ok(loaded.map(|(storage, depth)| {
            let complete = depth == COMPLETE;
            let depth =
                if complete { deepest(&storage) } else { depth.min(u32::from(FARTHEST)) as u8 };
            let mean = mean(&storage);
            Table {
                view: Arc::clone(view),
                number,
                storage,
                depth,
                complete,
                mean,
                distances: None,
            }
        }))
    }

    /// Makes distances deeper and a table of them; nothing when the run is to stop.
    fn build(
        &self,
        view: &View<P>,
        number: usize,
        mut distances: Distances,
        deeper: u64,
        halt: &Halt<'_>,
        tick: &dyn Fn(),
    ) -> Result<Option<Table<P>>> {
        let mut left = deeper;
        while left > 0 && !distances.is_complete() {
            let mut found = 0;
            for &pass in distances.passes(self.moves) {
                let next = AtomicU64::new(0);
                let rows = view.rows();
                let chunk = (rows / (64 * self.threads as u64)).clamp(1, 1 << 12);
                let work = || {
                    let mut found = 0;
                    loop {
                        let begin = next.fetch_add(chunk, Relaxed);
                        if begin >= rows || halt.stopping() {
                            return found;
                        }
                        found += distances.pass(
                            &**view,
                            self.moves,
                            pass,
                            begin..rows.min(begin + chunk),
                        );
                    }
                };
                found += std::thread::scope(|scope| {
                    let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(work)).collect();
                    let mut found = work();
                    tick();
                    for other in others {
                        found += other.join().unwrap_or(0);
                    }
                    found
                });
                tick();
            }
            if halt.stopping() {
                return Ok(None);
            }
            distances.finish(found);
            left -= 1;
        }
        let counts = histogram(&distances);
        // What does not fit has been looked for when the view was chosen; entropy coding only tells now.
        let Some(kind) = Kind::fitting(&counts, self.share()) else { return Ok(None) };
        let storage = Storage::of(kind, &distances).map_err(SearchError::from)?;
        let (depth, complete) = (distances.depth(), distances.is_complete());
        if storage.entries() >= STORED && self.store.path().is_some() {
            let depth = if complete { COMPLETE } else { depth.into() };
            storage.save(self.store, &view.identity(), depth)?;
        }
        let distances = (!complete).then_some(distances);
        let mean = mean(&storage);
        Ok(Some(Table {
            view: Arc::clone(view),
            number,
            storage,
            depth,
            complete,
            mean,
            distances,
        }))
    }

    /// Puts the questions in order: tables that tell more on average first, further images of a position last.
    fn order(&mut self) {
        let mut tables: Vec<usize> =
            (0..self.tables.len()).filter(|&t| self.tables[t].is_some()).collect();
        let mean = |&table: &usize| self.tables[table].as_ref().map_or(0, |table| table.mean);
        tables.sort_by_key(|table| (std::cmp::Reverse(mean(table)), *table));
        let images =
            |table: usize| self.tables[table].as_ref().map_or(0, |table| table.view.images());
        let most = tables.iter().map(|&table| images(table)).max().unwrap_or(0);
        self.questions = (0..most)
            .flat_map(|image| tables.iter().map(move |&table| (table, image)))
            .filter(|&(table, image)| image < images(table))
            .collect();
    }
}

/// The greatest distance of a table that has all of them, beside those that cannot be reached.
fn deepest(storage: &Storage) -> u8 {
    let distances = (0..storage.entries()).map(|entry| storage.get(entry));
    distances.filter(|&distance| distance < FARTHEST).max().unwrap_or(0)
}

/// Entries of which the mean is taken.
const SAMPLE: u64 = 1 << 12;

/// The mean of some bounds, times 1000.
fn mean(storage: &Storage) -> u64 {
    let apart = storage.entries() / SAMPLE + 1;
    let sample = (0..storage.entries()).step_by(apart as usize);
    let (sum, count) =
        sample.fold((0, 0), |(sum, count), entry| (sum + u64::from(storage.get(entry)), count + 1));
    sum * 1000 / u64::max(count, 1)
}

impl<P: 'static> Bounds<P> for Shelf<'_, P> {
    #[inline]
    fn questions(&self) -> usize {
        self.questions.len()
    }

    #[inline]
    fn entry(&self, question: usize, position: &P) -> u64 {
        let (table, image) = self.questions[question];
        let Some(table) = &self.tables[table] else { return 0 };
        let entry = table.view.entry(image, position);
        if self.tricks.has(Trick::Slivers) {
            table.storage.prefetch(entry);
        }
        entry
    }

    #[inline]
    fn answer(&self, question: usize, entry: u64) -> u8 {
        let (table, _) = self.questions[question];
        let Some(table) = &self.tables[table] else { return 0 };
        let bound = table.storage.get(entry);
        if table.complete { bound } else { bound.min(table.depth + 1) }
    }
}
