import type { Module } from '#server/module.ts'
import { routes } from './routes.ts'

export const promoterDesk: Module = { name: 'promoter-desk', tables: [], routes }
