//! The guide of the best-first search.

use super::coding::Coding;
use super::edges::{Edge, To, Unrolled, edges, goes_home};
use super::estimate::{Table, Weights};
use super::expand::{safe_card, safe_successor};
use super::model::safe_cards;
use super::reading::Parts;
use super::space::FreeCell;
use crate::space::{BadKey, Guide, Guided};

/// Follows points along edges that move whole sequences, and takes
/// safe moves home at once.
#[derive(Debug)]
pub(super) struct LayoutGuide {
    edge_cost: u32,
    /// The board that is expanded.
    table: Table,
    /// One that cards went home from.
    other: Table,
}

impl LayoutGuide {
    pub(super) fn new(weights: Weights) -> Self {
        Self { edge_cost: weights.edge, table: Table::new(weights), other: Table::new(weights) }
    }
}

/// The key after an edge, before safe moves.
fn after(coding: &Coding, key: u128, parts: &Parts, edge: &Edge<'_>) -> u128 {
    let without = key - coding.term(edge.card, parts.ways[edge.card.number()]);
    match edge.to.way() {
        Some(way) => without + coding.term(edge.card, way),
        None => goes_home(coding, without, edge.card),
    }
}

/// The board that stands for the one after an edge: all safe moves are made.
fn settled(coding: &Coding, key: u128, parts: &Parts, edge: &Edge<'_>) -> (u128, Parts) {
    let mut parts = *parts;
    let mut key = parts.shift(coding, key, edge.card, edge.to.way());
    while let Some(card) = safe_card(&parts) {
        key = parts.shift(coding, key, card, None);
    }
    (key, parts)
}

/// The estimate of a board after an edge that takes no card home.
fn estimate(table: &Table, edge: &Edge<'_>) -> u32 {
    let (mut cells, mut columns) = (table.free_cells, table.empty_columns);
    let mut more = 0;
    match edge.cards.last() {
        Some(top) => {
            more -= top.points;
            match edge.below.last() {
                Some(below) => more += below.points,
                None => columns += 1,
            }
        }
        None => {
            more -= table.in_cell(edge.card);
            cells += 1;
        }
    }
    let column = match edge.to {
        To::Home => None,
        To::Cell => {
            more += table.in_cell(edge.card);
            cells -= 1;
            None
        }
        To::Base => {
            columns -= 1;
            Some(table.base(edge.card))
        }
        To::Onto(step, _) => {
            more -= step.points;
            Some(table.put(step, edge.card, false))
        }
    };
    if let Some(column) = column {
        let others = edge.cards.iter().skip(1);
        more += others.fold(column, |below, step| table.put(below, step.card, false)).points;
    }
    table.estimate(more, cells, columns)
}

impl Guide<FreeCell> for LayoutGuide {
    fn edge_cost(&self) -> u32 {
        self.edge_cost
    }

    fn expand(
        &mut self,
        space: &FreeCell,
        key: u128,
        known: &dyn Fn(u128) -> bool,
        out: &mut Vec<Guided<u128>>,
    ) -> Result<(), BadKey> {
        out.clear();
        let (coding, Self { table, other, .. }) = (&space.coding, self);
        let parts = coding.parts(key)?;
        table.lay(coding, &parts);
        let safe: u64 = safe_cards(parts.foundations).map(|(_, card)| card.bit()).sum();
        let free = parts.tops() | parts.cells;
        edges(coding, &parts, table, |edge| {
            let next = after(coding, key, &parts, &edge);
            if known(next) {
                return;
            }
            let freed = edge.below.last().map_or(0, |below| below.card.bit());
            let guided = if !matches!(edge.to, To::Home) && safe & (free | freed) == 0 {
                Guided { key: next, goal: false, estimate: estimate(table, &edge) }
            } else {
                let (key, parts) = settled(coding, key, &parts, &edge);
                other.lay(coding, &parts);
                let estimate = other.estimate(0, other.free_cells, other.empty_columns);
                Guided { key, goal: key == space.won, estimate }
            };
            out.push(guided);
        });
        Ok(())
    }

    fn way(
        &mut self,
        space: &FreeCell,
        from: u128,
        to: u128,
        out: &mut Vec<u128>,
    ) -> Result<(), BadKey> {
        let (coding, table) = (&space.coding, &mut self.table);
        let parts = coding.parts(from)?;
        table.lay(coding, &parts);
        let mut found = None;
        edges(coding, &parts, table, |edge| {
            if found.is_none() && settled(coding, from, &parts, &edge).0 == to {
                found = Some(edge);
            }
        });
        let Some(edge) = found else { return Ok(()) };
        Unrolled::append(coding, from, &parts, table, &edge, out);
        let mut last = after(coding, from, &parts, &edge);
        while last != to {
            let Some(next) = safe_successor(coding, last, &coding.parts(last)?) else { break };
            out.push(next);
            last = next;
        }
        Ok(())
    }
}
