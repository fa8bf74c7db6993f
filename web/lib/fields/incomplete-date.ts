const WORDS: Readonly<Record<string, string>> = {
  date: 'Completá la fecha',
  time: 'Completá la hora',
  'datetime-local': 'Completá la fecha y la hora',
}

/** What to say of a date or time that is typed in part; its value is empty then, as if nothing was typed. */
export function incompleteDate(control: unknown): string | undefined {
  return control instanceof HTMLInputElement && control.validity.badInput ? WORDS[control.type] : undefined
}
