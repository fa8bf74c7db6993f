import { openStream, topicsOf } from '#contract/api/live.ts'
import { bind } from '#server/http/bound.ts'

export const routes = [bind(openStream, async (_app, { query }) => ({ topics: topicsOf(query.topics) }))]
