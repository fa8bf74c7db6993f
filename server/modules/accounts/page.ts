/** The head of the way in: what it reads first, the chunk of its screen, and its words. */
import { getSignInOptions } from '#contract/accounts/accounts-options.ts'
import { brand } from '#contract/platform/brand.ts'
import { places } from '#contract/platform/places.ts'
import { firstRead, type Page, type PageHead } from '#server/http/page-head.ts'
import { html } from '#server/shared/html.ts'
import { topBar } from '#server/shared/top-bar.ts'

const SECONDS = 300
const { path, title } = places.login

const head: PageHead = {
  status: 200,
  title,
  canonicalPath: path,
  screenFile: 'areas/account/sign-in/LoginScreen.tsx',
  firstReads: [firstRead(getSignInOptions, {})],
  /** In the classes of `web/areas/account/sign-in/AccountFrame.tsx`. */
  screen: () =>
    html`${topBar({ hasAccount: false })}
      <main class="relative md:min-h-dvh">
        <div
          class="column relative grid gap-8 pt-24 pb-20 max-lg:mx-auto max-lg:max-w-xl lg:grid-cols-[1fr_minmax(0,28rem)] lg:items-start lg:gap-16 lg:pt-28"
        >
          <header class="lg:sticky lg:top-[28dvh] lg:pb-40">
            <h1 class="display text-34 md:text-48 xl:text-72">
              Volvé a la <span class="text-celeste">${brand.name.toLowerCase()}</span>.
            </h1>
            <p class="mt-3 max-w-md text-16 text-humo lg:mt-5 lg:text-18">
              Tus entradas, tu QR y tus próximas noches te esperan del otro lado.
            </p>
          </header>
          <div role="status" aria-label="Cargando...">
            <span class="block animate-pulse-soft rounded-card bg-mesa" style="height:34rem"></span>
          </div>
        </div>
      </main>`,
}

export const pages: readonly Page[] = [{ path, seconds: SECONDS, head: async () => head }]
