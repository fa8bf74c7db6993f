/** Whether a person born on `birthDate` has so many years on `day`. A birthday on February 29 counts from the 28th on. */
export function isOfAge(birthDate: string, years: number, day: string): boolean {
  const [year = '', ...rest] = birthDate.split('-')
  const birthday = rest.join('-') === '02-29' ? '02-28' : rest.join('-')
  return `${String(Number(year) + years).padStart(4, '0')}-${birthday}` <= day
}
