/**
 * `npm run ledger:check`: whether the ledger says what the provider says, account by account, and what orders, payments and
 * tickets say. Reads only; ends with 1 when something is otherwise, or could not be asked.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatMoney } from '#contract/values/money.ts'
import { readConfig, type Config } from '#server/config.ts'
import { LONGEST_CHECK_MS } from '#server/db/check-invariants.ts'
import { checkLedger, type CheckedLedger } from '#server/modules/settlement/check-ledger.ts'
import { start } from '#simulators/mercado-pago/start.ts'
import { withOwnApp } from './own-app.ts'

const longestAnswerMs = 2 * LONGEST_CHECK_MS
const config = readConfig()
const hasProvider = config.mode !== 'demo' || config.mercadoPago !== null
report(await (hasProvider ? withOwnApp(checkLedger, { longestAnswerMs }) : checkDemo(config)))

/** Asks a copy of the demo's simulator: its own may be running, and nothing shall move in it. */
async function checkDemo({ home }: Config): Promise<CheckedLedger> {
  const folder = mkdtempSync(join(tmpdir(), 'previa-ledger-'))
  const [kept, state] = [join(home, 'mercado-pago.json'), join(folder, 'mercado-pago.json')]
  try {
    if (existsSync(kept)) cpSync(kept, state)
    const { url, authUrl, application, stop } = await start({ port: 0, state, isAutomatic: false })
    try {
      const { clientId, clientSecret, webhookSecret } = application
      const mercadoPago = { clientId, clientSecret, webhookSecret, baseUrl: url, authUrl }
      return await withOwnApp(checkLedger, { longestAnswerMs, changes: { mercadoPago } })
    } finally {
      await stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function report({ accounts, broken, agrees }: CheckedLedger): void {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  for (const { companyName, collectorId, payments, tooRecent, differing, balances, problem } of accounts) {
    const isRight = differing.length === 0 && problem === null
    const moving = tooRecent > 0 ? `, ${tooRecent} de los últimos minutos sin comparar` : ''
    say(`${isRight ? '✓' : '✗'} ${companyName} (${collectorId}): ${payments} pagos comparados${moving}`)
    say(`    le quedan ${formatMoney(balances.company)}; ${formatMoney(balances.platform)} son de la plataforma`)
    for (const { providerPaymentId, orderPublicId, differences } of differing)
      for (const { what, ledgerCents, providerCents } of differences)
        say(
          `    pago ${providerPaymentId} de ${orderPublicId}, ${what}: ${formatMoney(ledgerCents)} en el libro, ${formatMoney(providerCents)} en el proveedor`,
        )
    if (problem !== null) say(`    no se pudo comparar entero: ${problem}`)
  }
  for (const { name, ids } of broken) say(`✗ ${name}: ${ids.join(', ')}`)
  say(agrees ? 'El libro coincide.' : 'El libro no coincide.')
  process.exitCode = agrees ? 0 : 1
}
