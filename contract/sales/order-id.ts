import * as z from 'zod/mini'
import { idOf } from '#contract/api/ids.ts'

/** What names an order outside: random, and no proof of whose it is. */
export const orderPublicId = idOf('order', z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'La compra no es válida')))
