/** What the operator reads once Previa is ready. */
import { networkInterfaces } from 'node:os'
import { missingWords } from '#contract/platform/platform.ts'
import type { Config } from '#server/config.ts'
import type { DemoSignIn } from '#server/demo/dev/routes.ts'

const LOADING = 'La historia de ventas todavía se está cargando: comprar y recibir correos ya funciona'

/** The addresses and, in demo, the accounts to try; in Spanish. */
export function announcement(
  config: Config,
  signIns: readonly DemoSignIn[],
  { isDemoLoading = false }: { readonly isDemoLoading?: boolean } = {},
): string {
  const lines = ['', '  Previa está lista', '']
  const add = (name: string, address: string) => lines.push(`  ${name.padEnd(22)} ${address}`)
  add('En esta máquina', config.publicUrl)
  if (config.host === '0.0.0.0')
    for (const address of lanAddresses()) add('En la red', `http://${address}:${config.port}`)
  add('API', `${config.publicUrl}/api/docs`)
  if (config.mode === 'demo') {
    add('Correos y mensajes', `${config.publicUrl}/dev/inbox`)
    // The others have no page of their own: one meets them on the way.
    if (config.simulators['mercado-pago']) add('Pagos simulados', `${config.publicUrl}/simulador/mercado-pago/`)
  }
  if (config.mode === 'production') lines.push('', `  ${whoseAddress(config)}`, ...missingPlatform(config))
  if (signIns.length > 0) {
    lines.push('', '  Cuentas de prueba')
    const width = (pick: (signIn: DemoSignIn) => string) => Math.max(...signIns.map((signIn) => pick(signIn).length))
    const widths = [width(({ role }) => role), width(({ name }) => name), width(({ phone }) => phone)] as const
    for (const { role, name, phone, password } of signIns) {
      lines.push(`  ${role.padEnd(widths[0])}  ${name.padEnd(widths[1])}  ${phone.padEnd(widths[2])}  ${password}`)
    }
  }
  if (isDemoLoading) lines.push('', `  ${LOADING}`)
  return [...lines, '', '  Ctrl-C la detiene', '', ''].join('\n')
}

/** An unconfigured proxy would give all callers one address, and one limit. */
function whoseAddress({ trustedProxies }: Config): string {
  if (!trustedProxies)
    return 'TRUST_PROXY no está: cada uno viene de donde se conecta. Detrás de un proxy, poné cuántos son (1) o sus redes'
  if ('hops' in trustedProxies)
    return `Se le cree la dirección de cada uno a ${trustedProxies.hops} proxy(s) propios, y a nadie más`
  return `Se les cree la dirección de cada uno a los proxies de ${trustedProxies.networks.join(', ')}, y a nadie más`
}

/** Lists the operator's data that receipts will lack. */
function missingPlatform({ platform }: Config): string[] {
  const missing = missingWords(platform)
  return missing
    ? [`  Los comprobantes van a decir de la plataforma «${missing}»: completá PLATFORM_* en el entorno`]
    : []
}

function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}
