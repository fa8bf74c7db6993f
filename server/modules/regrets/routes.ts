import * as contract from '#contract/regrets.ts'
import { bind } from '#server/http/bound.ts'
import { confirmRegret } from './confirm-regret.ts'
import { nameOrder } from './name-order.ts'
import { listRegrets } from './queries.ts'
import { resolveRegret } from './resolve-regret.ts'
import { readRegret } from './read-regret.ts'
import { submitRegret } from './submit-regret.ts'

export const routes = [
  bind(contract.submitRegret, (app, { origin, body }) => submitRegret(app, origin, body)),
  bind(contract.getRegret, (app, { params, query }) => readRegret(app, params.code, query.token)),
  bind(contract.confirmRegret, (app, { origin, params, body }) =>
    confirmRegret(app, origin, params.code.toUpperCase(), body),
  ),
  bind(contract.listRegrets, listRegrets),
  bind(contract.nameRegretOrder, (app, { actor, params, body }) => nameOrder(app, actor, params.id, body)),
  bind(contract.resolveRegret, (app, { actor, params, body }) => resolveRegret(app, actor, params.id, body)),
]
