/** The box by which people say that they want no news (rule R5.19). Pure. */
import * as z from 'zod/mini'

export const REFUSES_ADVERTISING = 'No quiero recibir novedades'

/** Null while the box was not touched. */
export const refusesAdvertising = z.nullable(z.boolean())

/** What is sent of the box: nothing unless it was touched. */
export const advertisingOf = (refused: boolean | null): { acceptsAdvertising?: boolean } =>
  refused === null ? {} : { acceptsAdvertising: !refused }
