import type { Module } from '#server/module.ts'
import { invariants } from './invariants.ts'

export const ledger: Module = {
  name: 'ledger',
  tables: ['ledger_entries'],
  invariants,
}
