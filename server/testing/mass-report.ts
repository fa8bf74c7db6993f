/** Reads the paper of a mass refund. */
import { pdfLines } from './pdf-text.ts'

/** Returns what the paper says: its sums by name, and the amounts of its rows, in pesos. */
export async function readMassReport(file: Blob) {
  const lines = pdfLines(Buffer.from(await file.arrayBuffer()))
  const numberOf = (text = '') => Number(text.replaceAll(/[$.]/g, ''))
  const sum = (name: string) => {
    const at = lines.indexOf(name)
    return { count: numberOf(lines[at + 1]), amount: numberOf(lines[at + 2]) }
  }
  const rows = lines.slice(lines.indexOf('Importe')).filter((line) => line.startsWith('$'))
  return { lines, all: sum('Todas'), completed: sum('Devueltas'), rows: rows.map(numberOf) }
}
