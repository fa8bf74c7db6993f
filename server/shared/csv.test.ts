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
  // Phones as people write them; codes that a spreadsheet would change.
  [
    ['+5491143056911', '+5493415557788', '+13517770005', '+999123456'],
    '+54 9 11 4305-6911;+54 9 341 555-7788;+1 351 777 0005;+99 9123456\r\n',
  ],
  [
    [
      '0012',
      '123456789012',
      '1.500',
      '1E5',
      '12e45678',
      '3-4',
      '10/12',
      '1-2-2026',
      'MAR1',
      'NOV-25',
      '10 dic',
      'true',
    ],
    `'0012;'123456789012;'1.500;'1E5;'12e45678;'3-4;'10/12;'1-2-2026;'MAR1;'NOV-25;'10 dic;'true\r\n`,
  ],
  [
    ['1984', 'NOCHE-20', '2026-11-28', '23:30', 'MAREA 20', 'ABCD1234', 'Mar del Plata 2'],
    '1984;NOCHE-20;2026-11-28;23:30;MAREA 20;ABCD1234;Mar del Plata 2\r\n',
  ],
  [[-5, 1234.5, 0, true, false, null, undefined], '-5;1234,5;0;sí;no;;\r\n'],
])('%j is written %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
