import { useState } from 'react'
import type { PromoterOptions } from '#contract/sales/box-office-promoters.ts'
import { UnsavedQuestion } from '#web/features/forms/UnsavedQuestion.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { leftWords, typesFor } from './issue-limits.ts'
import { missingOf, MOST_PASTED, readPasted, type PastedPerson } from './pasted-people.ts'
import { MISSING, usePastedList, type PastedRow, type RowState } from './use-pasted-list.ts'

const TITLE = 'Pegar una lista'

interface PastedListDialogProps {
  eventId: string
  options: PromoterOptions
  onClose: () => void
}

/** Courtesies for a list of people: pasted, looked over as a table, and sent one by one; each row keeps its result. */
export function PastedListDialog({ eventId, options, onClose }: PastedListDialogProps) {
  const types = typesFor(options, 'courtesy')
  const [typeId, setTypeId] = useState(types.find(({ available }) => available > 0)?.id ?? types[0]?.id ?? '')
  const [text, setText] = useState('')
  const [isAsking, setAsking] = useState(false)
  const list = usePastedList(eventId, typeId)
  const { rows, isSending } = list
  const waiting = rows.filter(({ state }) => state.at === 'waiting').length
  const isOpen = isSending || rows.some(({ state }) => state.at !== 'sent')
  const people = readPasted(text)
  const type = types.find(({ id }) => id === typeId)
  const leaving = (
    <UnsavedQuestion isAsking={isAsking} isKept={false} onLeave={onClose} onStay={() => setAsking(false)} />
  )
  if (rows.length === 0) {
    return (
      <Dialog
        open
        onClose={() => (text.trim() === '' ? onClose() : setAsking(true))}
        title={TITLE}
        actions={
          <Button wide disabled={people.length === 0 || people.length > MOST_PASTED} onClick={() => list.start(people)}>
            {people.length === 0 ? 'Revisar la lista' : `Revisar ${counted(people.length, 'persona', 'personas')}`}
          </Button>
        }
      >
        <TextArea
          label="Una persona por línea"
          hint="Nombre, WhatsApp y email, en cualquier orden. A quien ya le mandaste le alcanza con el WhatsApp."
          placeholder={'Camila Ferreyra 341 555-0101 camila@gmail.com\nJuan Díaz 341 555-0102'}
          rows={8}
          value={text}
          onChange={({ target }) => setText(target.value)}
          {...(people.length > MOST_PASTED && { error: `Son ${people.length}: pegá hasta ${MOST_PASTED} por vez` })}
        />
        {leaving}
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={() => (isOpen ? setAsking(true) : onClose())}
      title={TITLE}
      actions={
        <div className="flex w-full flex-col gap-3">
          <Problem message={list.problem} />
          {waiting > 0 || isSending ? (
            <Button wide busy={isSending} onClick={() => void list.send()}>
              {rows.length === waiting
                ? `Dar y enviar ${counted(waiting, 'cortesía', 'cortesías')}`
                : `Seguir con ${counted(waiting, 'cortesía', 'cortesías')}`}
            </Button>
          ) : (
            <Button wide onClick={() => (isOpen ? setAsking(true) : onClose())}>
              Listo
            </Button>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {types.length > 1 && (
          <SelectField
            label="Tipo de entrada"
            options={types.map(({ id, name }) => ({ value: id, label: name }))}
            value={typeId}
            disabled={isSending || rows.some(({ state }) => state.at === 'sent')}
            onChange={({ target }) => setTypeId(target.value)}
          />
        )}
        <p aria-live="polite" className="text-14 text-humo">
          {leftWords(options, 'courtesy', type)}
        </p>
        {!isSending && rows.some(({ state }) => state.at === 'missing') && (
          <Notice tone="warning">Completá las filas a las que les faltan datos.</Notice>
        )}
        <ol aria-label="Personas de la lista" className="flex flex-col gap-3">
          {rows.map((row, n) => (
            <Row
              key={n}
              row={row}
              disabled={isSending}
              onEdit={(part) => list.edit(row.key, part)}
              onRemove={() => list.remove(row.key)}
            />
          ))}
        </ol>
      </div>
      {leaving}
    </Dialog>
  )
}

const badges: Record<
  RowState['at'],
  { readonly tone: 'neutral' | 'celeste' | 'sol' | 'yerba' | 'rojo'; readonly word: string }
> = {
  waiting: { tone: 'neutral', word: 'Por enviar' },
  missing: { tone: 'sol', word: 'Incompleta' },
  sending: { tone: 'celeste', word: 'Enviando' },
  sent: { tone: 'yerba', word: 'Enviada' },
  refused: { tone: 'rojo', word: 'No salió' },
}

interface RowProps {
  row: PastedRow
  disabled: boolean
  onEdit: (part: Partial<PastedPerson>) => void
  onRemove: () => void
}

/** A person of the list; open to be completed where something is missing, or when asked for. */
function Row({ row, disabled, onEdit, onRemove }: RowProps) {
  const { name, phone, mail, state } = row
  const [draft, setDraft] = useState<PastedPerson | null>(null)
  const shown = draft ?? (state.at === 'missing' ? { name, phone, mail } : null)
  const title = name || phone || mail
  const words = state.at === 'missing' ? MISSING : 'words' in state ? state.words : null
  const isDone = state.at === 'sent' || state.at === 'sending'
  return (
    <li className="rounded-card border border-linea p-4">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <b className="block wrap-anywhere">{title}</b>
          <span className="block text-14 wrap-anywhere text-humo">{[phone, mail].filter(Boolean).join(' · ')}</span>
        </span>
        <Badge tone={badges[state.at].tone}>{badges[state.at].word}</Badge>
      </div>
      {words !== null && (
        <p role="status" className="mt-2 text-14 wrap-anywhere">
          {words}
        </p>
      )}
      {shown && !isDone ? (
        <div className="mt-3 flex flex-col gap-3">
          <TextField
            label="Nombre y apellido"
            value={shown.name}
            onChange={({ target }) => setDraft({ ...shown, name: target.value })}
          />
          <TextField
            label="WhatsApp"
            type="tel"
            value={shown.phone}
            onChange={({ target }) => setDraft({ ...shown, phone: target.value })}
          />
          <EmailField value={shown.mail} onChange={({ target }) => setDraft({ ...shown, mail: target.value })} />
          <div className="flex flex-wrap gap-2">
            <Button
              size="s"
              disabled={disabled || missingOf(shown).length > 0}
              onClick={() => {
                onEdit(shown)
                setDraft(null)
              }}
            >
              Guardar
            </Button>
            <Button tone="quiet" size="s" aria-label={`Quitar a ${title}`} disabled={disabled} onClick={onRemove}>
              Quitar
            </Button>
          </div>
        </div>
      ) : (
        !isDone &&
        !disabled && (
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              tone="quiet"
              size="s"
              aria-label={`Cambiar a ${title}`}
              onClick={() => setDraft({ name, phone, mail })}
            >
              Cambiar
            </Button>
            <Button tone="quiet" size="s" aria-label={`Quitar a ${title}`} onClick={onRemove}>
              Quitar
            </Button>
          </div>
        )
      )}
    </li>
  )
}
