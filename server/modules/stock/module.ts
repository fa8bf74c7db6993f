import type { Module } from '#server/module.ts'
import { invariants } from './invariants.ts'

export const stock: Module = {
  name: 'stock',
  tables: ['ticket_stock', 'event_stock', 'buyer_counters'],
  invariants,
}
