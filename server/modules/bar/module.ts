import type { Module } from '#server/module.ts'
import { rules } from './access.ts'
import { routes } from './routes.ts'

export const bar: Module = { name: 'bar', tables: [], routes, rules }
