import type { Module } from '#server/module.ts'
import { routes } from './routes.ts'

export const live: Module = { name: 'live', tables: [], routes }
