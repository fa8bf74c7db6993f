/** Imported for its effect, first: no validator is compiled, because zod's probe for `eval` would trip the content security policy. */
import * as z from 'zod/mini'

z.config({ jitless: true })
