import type { Module } from '#server/module.ts'

export const jobQueue: Module = {
  name: 'jobs',
  tables: ['clock_jobs'],
}
