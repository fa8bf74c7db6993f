import * as contract from '#contract/support.ts'
import { bind } from '#server/http/bound.ts'
import { sendContact } from './send-contact.ts'

export const routes = [
  bind(contract.sendContact, (app, { actor, origin, body }) => sendContact(app, { actor, origin }, body)),
]
