/** Letters of a name's longest word, which decides the size at which a narrow title fits unbroken. */
export function longestWord(name: string): number {
  return Math.max(...name.split(/\s+/).map(({ length }) => length))
}
