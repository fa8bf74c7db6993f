import { useCallback, useEffect, useRef, useState } from 'react'
import {
  useFieldArray,
  type FieldArray,
  type FieldArrayPath,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'

interface RowsOptions<Row> {
  /** What an added row begins with. */
  empty: Row
  /** Announced to screen readers: «Agregaste un tipo de entrada». */
  added: string
  nameOf: (row: Row, place: number) => string
}

/**
 * Repeated rows of a form: the focus goes to the row that was added, follows the one that is moved, and what was removed can be
 * put back. The rows are `li` of the list that takes `list` as its ref; the buttons that move one carry `data-move="up"` and
 * `"down"`. `news` is for a `role="status"`.
 */
export function useRows<Values extends FieldValues, Output, Name extends FieldArrayPath<Values>>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Name,
  { empty, added, nameOf }: RowsOptions<FieldArray<Values, Name>>,
) {
  type Row = FieldArray<Values, Name>
  const rows = useFieldArray({ control: form.control, name, keyName: 'key' })
  const { append, insert, move: moveField, remove: removeField } = rows
  const count = rows.fields.length
  const [removed, setRemoved] = useState<{ readonly place: number; readonly row: Row } | null>(null)
  const [news, setNews] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const focusNext = useRef<string | null>(null)
  const rowAt = useCallback(
    (place: number) => form.getValues(`${name}.${place}` as FieldPath<Values>) as Row, // a row of the field `name`
    [form, name],
  )

  useEffect(() => {
    if (focusNext.current === null) return
    list.current?.querySelector<HTMLElement>(focusNext.current)?.focus()
    focusNext.current = null
  })

  const move = useCallback(
    (place: number, by: 1 | -1) => {
      const target = place + by
      setNews(`${nameOf(rowAt(place), place)} pasa al lugar ${target + 1} de ${count}`)
      moveField(place, target)
      // The pressed button travels with its row; at an end of the list it is disabled, and the other one takes over.
      const isAtEnd = target === (by === -1 ? 0 : count - 1)
      const direction = (by === -1) === isAtEnd ? 'down' : 'up'
      focusNext.current = `li:nth-child(${target + 1}) [data-move="${direction}"]`
    },
    [rowAt, nameOf, moveField, count],
  )

  const remove = useCallback(
    (place: number) => {
      setRemoved({ place, row: rowAt(place) })
      setNews('')
      removeField(place)
    },
    [rowAt, removeField],
  )

  return {
    fields: rows.fields,
    count,
    list,
    news,
    removed: removed?.row,
    move,
    remove,
    add() {
      append(structuredClone(empty), { shouldFocus: false })
      focusNext.current = `li:nth-child(${count + 1}) input`
      setNews(added)
    },
    undo() {
      if (!removed) return
      const place = Math.min(removed.place, count)
      insert(place, removed.row, { shouldFocus: false })
      focusNext.current = `li:nth-child(${place + 1}) input`
      setRemoved(null)
    },
  }
}
