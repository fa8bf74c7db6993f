import { PARAMS } from '#contract/first-paint/events-links.ts'
import { html } from '#server/shared/html.ts'

/** The search of `web/areas/public/events/SearchInput.tsx`; in a form of the list's address it works without script. */
export const searchBox = html`<label class="relative min-w-0 flex-1">
  <span class="sr-only">Buscá un evento, lugar u organizador</span>
  <svg
    viewBox="0 0 24 24"
    width="18"
    height="18"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    class="absolute top-1/2 left-5 -translate-y-1/2 text-humo"
  >
    <path stroke-linecap="round" d="m21 21-4.34-4.34" />
    <circle cx="11" cy="11" r="8" />
  </svg>
  <input
    name="${PARAMS.search}"
    data-typed="search"
    type="search"
    enterkeyhint="search"
    maxlength="100"
    placeholder="Evento, lugar u organizador"
    class="min-h-14 w-full rounded-full border border-borde-campo bg-mesa pr-5 pl-12 text-16 text-ellipsis"
  />
</label>`
