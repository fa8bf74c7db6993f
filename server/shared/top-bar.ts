/** The bar of the page before its program runs, as `web/shell/layout/TopBar.tsx` draws it for a visitor: what is a link works. */
import { paths } from '#contract/api/paths.ts'
import { brand } from '#contract/platform/brand.ts'
import { html, type Markup } from './html.ts'

const ROUND = 'inline-flex size-11 items-center justify-center rounded-full'
/** For what the program alone can open. */
const ROOM = html`<div class="-ml-2 md:hidden"><span class="${ROUND}"></span></div>`

const ACCOUNT = html`<a
  href="${paths.login()}"
  aria-label="Tu cuenta"
  class="${ROUND} text-papel hover:bg-mesa md:hidden"
>
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" class="size-6">
    <path stroke-linecap="round" stroke-linejoin="round" d="M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2" />
    <circle cx="12" cy="7" r="4" />
  </svg>
</a>`

interface BarParts {
  /** The landing's. */
  readonly hasMenu?: boolean
  /** False where people are on the way in. On a wide screen its end stays empty: it depends on who looks. */
  readonly hasAccount?: boolean
}

export function topBar({ hasMenu = false, hasAccount = true }: BarParts = {}): Markup {
  return html`<header class="fixed inset-x-0 top-0 z-30 border-b border-transparent bg-transparent">
    <div class="column flex h-16 items-center gap-3 md:max-lg:gap-1">
      ${hasMenu && ROOM}
      <a
        href="${paths.home()}"
        aria-label="${brand.name}, inicio"
        class="inline-flex min-h-11 items-center text-papel no-underline"
      >
        <span class="inline-flex items-center gap-2.5">
          <svg viewBox="0 0 12 22" aria-hidden="true" class="h-[22px] w-3">
            <path class="fill-celeste" d="M3 0h6a3 3 0 0 1 3 3v4H0V3a3 3 0 0 1 3-3Z" />
            <path class="fill-papel" d="M0 7h12v8H0v-1.6a2.4 2.4 0 0 0 0-4.8Z" />
            <path class="fill-celeste" d="M0 15h12v4a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3Z" />
          </svg>
          <span class="display text-22 leading-none lowercase">${brand.name}</span>
        </span>
      </a>
      <div class="flex-1"></div>
      ${hasAccount && ACCOUNT}
    </div>
  </header>`
}
