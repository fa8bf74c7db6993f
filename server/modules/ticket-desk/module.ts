import type { Module } from '#server/module.ts'
import { routes } from './routes.ts'

export const ticketDesk: Module = { name: 'ticket-desk', tables: [], routes }
