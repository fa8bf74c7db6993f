import type { Module } from '#server/module.ts'
import { routes } from './routes.ts'

export const commercialDesk: Module = { name: 'commercial-desk', tables: [], routes }
