import type { Module } from '#server/module.ts'

export const stock: Module = {
  name: 'stock',
  tables: ['ticket_stock', 'event_stock', 'buyer_counters'],
}
