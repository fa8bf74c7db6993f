/**
 * What the landing shows before its script has run: the same words in the same classes as the hero of
 * `web/areas/public/events/HomeScreen.tsx`, so that nothing moves when the screen takes over, and the places of its first
 * nights. Its search works without script.
 */
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { html } from '#server/shared/html.ts'

const CARD = html`<div
  class="flex flex-col overflow-hidden rounded-card border border-linea bg-tinta max-[479px]:w-[min(68vw,17rem)] max-[479px]:shrink-0 max-[479px]:snap-start"
>
  <span class="block animate-pulse-soft rounded-card bg-mesa"><span class="block aspect-[4/5] w-full"></span></span>
  <span class="flex flex-1 flex-col gap-2 p-4"><span class="h-4 w-2/3"></span><span class="h-5 w-5/6"></span></span>
</div>`

export const landingHero = html`<main class="relative overflow-hidden">
  <div class="column relative grid pt-18 pb-16 lg:grid-cols-[1.35fr_1fr] lg:items-start lg:gap-x-14 lg:pt-22">
    <div class="lg:min-h-96">
      <h1 class="display text-28 sm:text-48 xl:text-72">
        La noche <br class="hidden lg:inline" />empieza <br />en la <span class="text-celeste">previa</span>.
      </h1>
      <p class="mt-4 max-w-[34rem] text-18 text-balance text-humo max-sm:hidden">${brand.description}</p>
      <form role="search" action="${paths.events()}" class="mt-3 flex gap-3 sm:mt-5">
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
      <div class="flex flex-wrap items-center justify-end gap-x-4 sm:mt-3">
        <a
          href="${paths.refundPolicy()}"
          class="inline-flex min-h-11 items-center text-12 text-humo underline max-sm:-my-2 hover:text-papel"
          >Botón de Arrepentimiento</a
        >
      </div>
    </div>
    <div class="lg:col-span-2 lg:row-start-2 lg:mt-7">
      <div class="mb-2 flex min-h-11 items-center lg:mb-3">
        <span class="block h-7 w-40 rounded-card bg-mesa"></span>
      </div>
      <div
        class="max-[479px]:-mx-5 max-[479px]:flex max-[479px]:snap-x max-[479px]:items-start max-[479px]:snap-mandatory max-[479px]:gap-3 max-[479px]:scroll-px-5 max-[479px]:overflow-x-auto max-[479px]:px-5 max-[479px]:pb-2 min-[480px]:grid min-[480px]:grid-cols-2 min-[480px]:gap-5 lg:grid-cols-3 xl:grid-cols-4"
      >
        ${CARD}${CARD}${CARD}${CARD}
      </div>
    </div>
  </div>
</main>`
