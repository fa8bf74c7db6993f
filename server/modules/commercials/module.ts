import type { Module } from '#server/module.ts'
import { routes } from './routes.ts'

export const commercials: Module = { name: 'commercials', tables: [], routes }
