/** The fonts of our papers: Archivo in three cuts, with Latin of every kind. */
import { fileURLToPath } from 'node:url'

const font = (name: string) => fileURLToPath(new URL(`./fonts/archivo-${name}.ttf`, import.meta.url))
export const FONTS = { text: font('text'), strong: font('strong'), display: font('display') }
