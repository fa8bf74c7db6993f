import * as contract from '#contract/events/reminders.ts'
import { bind } from '#server/http/bound.ts'
import { previewReminders } from './queries.ts'
import { sendReminders } from './send-reminders.ts'

export const routes = [
  bind(contract.getPendingReminders, previewReminders),
  bind(contract.sendPendingReminders, sendReminders),
]
