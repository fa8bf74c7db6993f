/**
 * Imported for its effect: schemas speak Spanish, and no validator is compiled, because zod's probe for `eval` would trip
 * the content security policy.
 */
import * as z from 'zod/mini'
import es from 'zod/v4/locales/es.js'

z.config({ ...es(), jitless: true })
