//! The pruning tables of a search: which ones, how deep, from the store or built anew.
//!
//! A table is worth its cost when it is asked often. It becomes deeper as long as all that it costs, classes
//! whose neighbours are looked at, is less than a third of the questions that the next length is expected to
//! ask (after the rule of the cycle combination solver's authors, who deepen a table when it was asked three
//! times as often as it has entries). A larger view takes the place of a smaller one when its entries
//! are not too many for that.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::progress::TableUse;
use crate::engine::control::Halt;
use crate::engine::error::Result;
use crate::search::SearchError;
use crate::search::pmida::{Bounds, Distances, Passed, Trick, Tricks, Until, is_worth_more};
use crate::search::pruning::{FARTHEST, Kind, Storage, histogram};
use crate::space::{MoveTable, Quotient, Turning};
use crate::store::Store;

/// Questions that pay for a class whose neighbours are looked at.
const PAYS: u64 = 3;

/// Entries for each question, at most: a table need not be complete to tell much, but all of it is
/// memory to be filled.
const REACH: u64 = 4;

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
    /// Classes from whose neighbours it was made.
    expanded: u64,
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
            // Views by smaller steps than moves are small.
            let whole = self.parts[part][number].steps_of_a_move() > 1;
            let until = match self.tricks.has(Trick::Deepening) && !whole {
                true => Until::Worth(forecast / PAYS),
                false => Until::Complete,
            };
            self.fill(part, number, until, halt, tick)?;
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
            let until = if used.complete { Until::Complete } else { Until::Depth(used.depth) };
            self.fill(part, view, until, halt, tick)?;
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
        // Whether a table was built or loaded must not decide what else there is.
        let bytes = |table: &Table<P>| table.storage.bytes() + table.view.entries();
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
            let pays = forecast.saturating_mul(REACH) >= entries;
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

    /// Has a table of a view that is deep enough, the one that is there if it is.
    fn fill(
        &mut self,
        part: usize,
        number: usize,
        until: Until,
        halt: &Halt<'_>,
        tick: &dyn Fn(),
    ) -> Result<()> {
        let view = Arc::clone(&self.parts[part][number]);
        let now = self.tables[part].take().filter(|table| table.number == number);
        let mut now = match now {
            Some(table) => Some(table),
            None => self.load(&view, number)?,
        };
        let is_deep = now.as_ref().is_some_and(|table| match until {
            _ if table.complete => true,
            Until::Depth(depth) => table.depth >= depth,
            Until::Worth(classes) => !is_worth_more(table.expanded, classes),
            Until::Complete => false,
        });
        if is_deep {
            self.tables[part] = now;
            return Ok(());
        }
        // From the beginning, when it was loaded.
        let distances = now.as_mut().and_then(|table| table.distances.take());
        let Some(distances) = distances.or_else(|| Distances::new(&*view)) else {
            let why = format!("a pruning table needs {} bytes to be built", view.entries());
            return Err(SearchError::OutOfMemory(why).into());
        };
        let built = self.build(&view, number, distances, until, halt, tick)?;
        let depth = |table: &Table<P>| (table.complete, table.depth);
        self.tables[part] = built.into_iter().chain(now).max_by_key(depth);
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
            let near = (0..storage.entries()).filter(|&entry| storage.get(entry) < depth);
            let expanded = near.count() as u64;
            Table {
                view: Arc::clone(view),
                expanded,
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
        until: Until,
        halt: &Halt<'_>,
        tick: &dyn Fn(),
    ) -> Result<Option<Table<P>>> {
        while distances.goes_on(until) {
            let mut passed = Passed::default();
            for &pass in distances.passes(self.moves) {
                let next = AtomicU64::new(0);
                let rows = view.rows();
                let chunk = (rows / (64 * self.threads as u64)).clamp(1, 1 << 12);
                let share = |after_each: &dyn Fn()| {
                    let mut passed = Passed::default();
                    loop {
                        let begin = next.fetch_add(chunk, Relaxed);
                        if begin >= rows || halt.stopping() {
                            return passed;
                        }
                        let rows = begin..rows.min(begin + chunk);
                        passed += distances.pass(&**view, self.moves, pass, rows);
                        after_each();
                    }
                };
                passed += std::thread::scope(|scope| {
                    let others: Vec<_> =
                        (1..self.threads).map(|_| scope.spawn(|| share(&|| {}))).collect();
                    let mut passed = share(tick);
                    for other in others {
                        passed +=
                            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                    }
                    passed
                });
                tick();
            }
            if halt.stopping() {
                return Ok(None);
            }
            distances.finish(passed);
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
        let expanded = distances.expanded();
        let distances = (!complete).then_some(distances);
        let mean = mean(&storage);
        Ok(Some(Table {
            expanded,
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
