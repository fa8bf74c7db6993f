import { classes } from '../base/classes.ts'
import type { ChartData, ChartKind } from './chart-data.ts'
import { cellText, tableOf } from './chart-table.ts'
import type { Figures } from './figures.ts'

interface ChartTableProps {
  title: string
  kind: ChartKind
  data: ChartData
  figures: Figures
}

/** A chart's figures in rows. It scrolls within itself, by keyboard too. */
export function ChartTable({ title, kind, data, figures }: ChartTableProps) {
  const { head, rows } = tableOf(kind, data)
  const side = (column: number) =>
    column === 0 ? 'min-w-32 pr-4 text-left wrap-anywhere' : 'pl-4 text-right whitespace-nowrap'
  return (
    // What scrolls must take the keyboard's focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={`${title}, tabla`} tabIndex={0} className="max-h-96 overflow-auto">
      <table className="w-full text-14">
        <thead className="sticky top-0 bg-tinta">
          <tr>
            {head.map((name, column) => (
              <th key={column} scope="col" className={classes('py-2 font-normal text-humo', side(column))}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={row} className="border-t border-linea">
              <th scope="row" className={classes('py-2 font-semibold', side(0))}>
                {name}
              </th>
              {cells.map((cell, column) => (
                <td key={column} className={classes('py-2', side(1))}>
                  {cellText(cell, figures)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
