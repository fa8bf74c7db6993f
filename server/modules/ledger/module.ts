import type { Module } from '#server/module.ts'

export const ledger: Module = {
  name: 'ledger',
  tables: ['ledger_entries'],
}
