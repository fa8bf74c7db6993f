/** For pages that the server draws before their screens: whether they have the screens' own classes. */
import { readFile } from 'node:fs/promises'

/** The words of files of `web/`, in which every class of a screen is. */
export async function readScreens(...paths: string[]): Promise<string> {
  const sources = paths.map((path) => readFile(new URL(`../../web/${path}`, import.meta.url), 'utf8'))
  return (await Promise.all(sources)).join('\n')
}

/** The classes of a page that its screens do not have. */
export function strangeClasses(page: string, screens: string): string[] {
  const words = new Set(screens.split(/[\s'"`]+/))
  const plain = page.replaceAll('&amp;', '&').replaceAll('&#39;', "'")
  const looks = [...plain.matchAll(/class="([^"]+)"/g)].flatMap(([, look = '']) => look.trim().split(/\s+/))
  // A quote within a class ends a word there too.
  return [...new Set(looks)].filter((look) => !look.split(/'+/).every((part) => words.has(part)))
}
