/**
 * Days off work that a decree or resolution sets for one year alone (Ley 27.399, arts. 6 to 8): bridges «con fines turísticos», and
 * holidays that it moves. A new year gets its line once the Boletín Oficial has it; without one the law alone counts.
 */
interface YearlyHolidays {
  readonly source: string
  readonly added: readonly string[]
  /** From the day that the law gives to the one that is kept. */
  readonly moved?: Readonly<Record<string, string>>
}

export const holidaysByDecree: Readonly<Record<number, YearlyHolidays>> = {
  2024: { source: 'Decreto 106/2023', added: ['2024-04-01', '2024-06-21', '2024-10-11'] },
  2025: {
    source: 'Resolución 139/2025 de la Jefatura de Gabinete; Decreto 614/2025',
    added: ['2025-05-02', '2025-08-15', '2025-11-21'],
    moved: { '2025-10-12': '2025-10-10' },
  },
  2026: {
    source: 'Resolución 164/2025 de la Jefatura de Gabinete',
    added: ['2026-03-23', '2026-07-10', '2026-12-07'],
  },
}
