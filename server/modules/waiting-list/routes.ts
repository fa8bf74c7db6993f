import * as contract from '#contract/events/waiting-list.ts'
import * as joining from '#contract/events/waiting-list-join.ts'
import * as desk from '#contract/companies/waiting-list-desk.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { waitingTable } from './documents.ts'
import { joinWaitingList } from './join-waiting-list.ts'
import { leaveWaitingList } from './leave-waiting-list.ts'
import { listWaitlist, listOwn } from './queries.ts'

export const routes = [
  bind(joining.joinWaitingList, joinWaitingList),
  bind(contract.leaveWaitingList, leaveWaitingList),
  bind(contract.getOwnWaiting, async (app, { actor, proof }) => ({ entries: await listOwn(app, proof, actor.userId) })),
  ...bindList(desk.listWaiting, [desk.exportWaiting, desk.exportWaitingSheet], listWaitlist, waitingTable),
]
