/**
 * The oldest browsers that the web supports, said here alone: phones that stop at iOS 16 are updated to 16.7, Chrome 109 is the last one of
 * Windows 7, Firefox 115 the last one of Windows 7 and old Macs. The build, the page's notice and the tests read it.
 */
import type { Plugin } from 'vite'

/** By the names of `@mdn/browser-compat-data`. */
export const BROWSER_FLOOR = { safari_ios: 16.4, chrome: 109, firefox: 115 } as const

const { safari_ios: safari, chrome, firefox } = BROWSER_FLOOR

/** Vite's `build.target`: what syntax and styles are lowered to. */
export const BUILD_TARGET = [`safari${safari}`, `ios${safari}`, `chrome${chrome}`, `firefox${firefox}`]

/**
 * True from the floor on, in styles, which need no script: `lh` came with Safari 16.4 and Chrome 109, the rest with Firefox 115 alone.
 * `scripts/browser-floor.test.ts` compares it with the floor.
 */
export const FLOOR_CONDITIONS = [
  { condition: '(height: 1lh)', feature: 'css.types.length.lh', of: ['safari_ios', 'chrome'] },
  {
    condition: '((animation-composition: add) and (-moz-appearance: none))',
    feature: 'css.properties.animation-composition',
    of: ['firefox'],
  },
] as const

const SUPPORTED = FLOOR_CONDITIONS.map(({ condition }) => condition).join(' or ')

/** Takes the place of the program in a browser below the floor: whatever is there reads it. */
const NOTICE = `<style>
      #root { display: none }
      .old-browser { max-width: 34rem; margin: 0 auto; padding: 3rem 1.5rem; font: 18px/1.5 sans-serif; color: #f6f4ee }
      @supports ${SUPPORTED} {
        #root { display: block }
        .old-browser { display: none }
      }
    </style>
    <div class="old-browser" role="main" data-nosnippet>
      <h1>Tu navegador es viejo</h1>
      <p>En este navegador Previa no funciona.</p>
      <ul>
        <li>iPhone o iPad: actualizá a iOS ${safari} o posterior en Ajustes, General, Actualización de software.</li>
        <li>Android: actualizá Chrome en Play Store (${chrome} o posterior).</li>
        <li>Computadora: usá Chrome ${chrome}, Firefox ${firefox} o posteriores.</li>
      </ul>
      <p>Si no se puede actualizar, abrí esta página en otro teléfono. Tus entradas también están en el mail de tu compra.</p>
    </div>`

const MARK = '<!--old-browser-->'

/** Writes the notice into the page. */
export function oldBrowserNotice(): Plugin {
  return {
    name: 'old-browser-notice',
    transformIndexHtml: {
      // Past the build's own work on styles, which would take the prefix off.
      order: 'post',
      handler(page, { filename }) {
        if (!filename.endsWith('web/index.html')) return page // the page of the controls, in development
        if (!page.includes(MARK)) throw new Error(`The page has no ${MARK}`)
        return page.replace(MARK, NOTICE)
      },
    },
  }
}
