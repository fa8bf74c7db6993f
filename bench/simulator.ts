/** The payment simulator as a process of its own, on the state that the bench wrote. */
import { start } from '#simulators/mercado-pago/start.ts'

const { PORT, STATE = '', WEBHOOK_SECRET = '' } = process.env
const simulator = await start({ port: Number(PORT), state: STATE, application: { webhookSecret: WEBHOOK_SECRET } })
process.once('SIGTERM', () => void simulator.stop().then(() => process.exit(0)))
