/** Imported for its effect by whatever shows what schemas say: they speak Spanish. */
import './start/interpreted-schemas.ts'
import * as z from 'zod/mini'
import es from 'zod/v4/locales/es.js'

z.config(es())
