/**
 * What the landing shows before its script has run: the same words in the same classes as the hero of
 * `web/areas/public/events/HomeScreen.tsx`, so that nothing moves when the screen takes over. Its search works without script.
 */
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { html } from '#server/shared/html.ts'

export const landingHero = html`<main class="relative overflow-hidden">
  <div class="column relative grid pt-20 pb-16 lg:grid-cols-[1.35fr_1fr] lg:items-start lg:gap-x-14 lg:pt-36">
    <div>
      <p class="eyebrow mb-4 text-sol max-lg:hidden">Entradas en Argentina</p>
      <h1 class="display text-28 sm:text-48 lg:text-72">
        La noche <br class="hidden lg:inline" />empieza <br />en la <span class="text-celeste">previa</span>.
      </h1>
      <p class="mt-5 max-w-[34rem] text-18 text-balance text-humo max-sm:hidden">${brand.description}</p>
      <form role="search" action="${paths.events()}" class="mt-4 flex gap-3 sm:mt-7">
        <label class="relative min-w-0 flex-1">
          <span class="sr-only">Buscá un evento, lugar u organizador</span>
          <input
            name="buscar"
            type="search"
            enterkeyhint="search"
            maxlength="100"
            placeholder="Evento, lugar u organizador"
            class="min-h-14 w-full rounded-full border border-borde-campo bg-mesa pr-5 pl-12 text-16 text-ellipsis"
          />
        </label>
        <button
          type="submit"
          class="inline-flex min-h-14 items-center justify-center rounded-full bg-celeste px-8 py-2 text-center text-16 leading-tight font-bold text-sobre-celeste max-sm:hidden"
        >
          Ver eventos
        </button>
      </form>
    </div>
  </div>
</main>`
