import { expect, test } from 'vitest'
import { csvLine, day, moment } from './csv.ts'

test.each([
  [['Ana', 'Bar; grill', 'dijo "hola"'], 'Ana;"Bar; grill";"dijo ""hola"""\r\n'],
  [
    ['=1+1', '+54911', '-2', '@x', '\tx', '\rx', '＝1+1', '＠x', '−2', 'Cami,=1+1,z'],
    `'=1+1;+54911;-2;'@x;"'\tx";"'\rx";'＝1+1;'＠x;'−2;"Cami,=1+1,z"\r\n`,
  ],
  [['a=b', ' =b', 'una\n=línea', 'a,=b'], `a=b; =b;"una\n=línea";"a,=b"\r\n`],
  [
    [
      '+54 9 11 5555-0000',
      '+54 9 11 ****-0000',
      '-1.200,50',
      '+54911@SUM(1)',
      '-2+3',
      'Rock, +18',
      '-',
      '+1 ****-0+A1',
    ],
    `+54 9 11 5555-0000;+54 9 11 ****-0000;"-1.200,50";'+54911@SUM(1);'-2+3;"Rock, +18";'-;'+1 ****-0+A1\r\n`,
  ],
  [[moment('2026-11-29T02:30:00Z'), day('2026-11-29T02:30:00Z'), moment(null)], '2026-11-28 23:30;2026-11-28;\r\n'],
  [[-5, 1234.5, 0, true, false, null, undefined], '-5;1234,5;0;sí;no;;\r\n'],
])('%j is written %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
