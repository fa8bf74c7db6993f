import { useId, useState } from 'react'
import type { PromoterOptions } from '#contract/sales/box-office-promoters.ts'
import { UnsavedQuestion } from '#web/features/forms/UnsavedQuestion.tsx'
import { MOST_PASTED, readPasted, type Doubt, type PastedPerson } from '#web/lib/pasted-people.ts'
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
import { leftWords, tooManyWords, typesFor } from './issue-limits.ts'
import { isReady, missingWords, usePastedList, type PastedRow, type RowState } from './use-pasted-list.ts'

const TITLE = 'Pegar una lista'

interface PastedListDialogProps {
  eventId: string
  options: PromoterOptions
  /** Leads to a courtesy for one person. */
  onBack: () => void
  onClose: () => void
}

/** Courtesies for a list of people: pasted, looked over as a table, and sent one by one; each row keeps its result. */
export function PastedListDialog({ eventId, options, onBack, onClose }: PastedListDialogProps) {
  const types = typesFor(options, 'courtesy')
  const [typeId, setTypeId] = useState(types.find(({ available }) => available > 0)?.id ?? types[0]?.id ?? '')
  const [text, setText] = useState('')
  const [drafts, setDrafts] = useState<ReadonlyMap<string, PastedPerson>>(new Map())
  const [leavingTo, setLeavingTo] = useState<(() => void) | null>(null)
  const reasonId = useId()
  const list = usePastedList(eventId, typeId)
  const { rows, isSending, progress } = list
  const waiting = rows.filter(({ state }) => state.at === 'waiting').length
  const pending = rows.filter(({ state }) => state.at !== 'sent').length
  const isBegun = rows.some(({ state }) => state.at === 'sent' || state.at === 'refused')
  const people = readPasted(text)
  const isTooLong = people.length > MOST_PASTED
  const type = types.find(({ id }) => id === typeId)
  const leaving = (
    <UnsavedQuestion
      isAsking={leavingTo !== null}
      isKept={false}
      onLeave={() => leavingTo?.()}
      onStay={() => setLeavingTo(null)}
    />
  )
  const leave = (to: () => void, isUnsaved: boolean) => (isUnsaved ? setLeavingTo(() => to) : to())
  const close = () => leave(onClose, pending > 0)
  const setDraft = (id: string, draft: PastedPerson | null) =>
    setDrafts((before) => {
      const others = [...before].filter(([other]) => other !== id)
      return new Map(draft ? [...others, [id, draft]] : others)
    })
  if (rows.length === 0) {
    return (
      <Dialog
        open
        onClose={() => leave(onClose, text.trim() !== '')}
        title={TITLE}
        actions={
          <div className="flex w-full flex-col gap-3">
            {/* Beside the button, which it stops: a long list pushes what stands under the field out of sight. */}
            <Problem message={isTooLong ? `Son ${people.length}: pegá hasta ${MOST_PASTED} por vez` : undefined} />
            <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <Button tone="secondary" onClick={() => leave(onBack, text.trim() !== '')}>
                Volver
              </Button>
              <Button disabled={people.length === 0 || isTooLong} onClick={() => list.start(people)}>
                {people.length === 0 ? 'Revisar la lista' : `Revisar ${counted(people.length, 'persona', 'personas')}`}
              </Button>
            </div>
          </div>
        }
      >
        <TextArea
          label="Una persona por línea"
          hint="Nombre, WhatsApp y email, en cualquier orden. A quien ya le mandaste le alcanza con el WhatsApp."
          placeholder={'Camila Ferreyra 341 555-0101 camila@gmail.com\nJuan Díaz 341 555-0102'}
          rows={8}
          value={text}
          data-initial-focus
          onChange={({ target }) => setText(target.value)}
        />
        {leaving}
      </Dialog>
    )
  }
  const missing = rows.filter(({ state }) => state.at === 'missing' || state.at === 'asking').length
  const tooMany = isSending ? null : tooManyWords(options, type, waiting + missing)
  return (
    <Dialog
      open
      onClose={close}
      title={TITLE}
      actions={
        <div className="flex w-full flex-col gap-3">
          <Problem message={list.problem} />
          {waiting > 0 || isSending ? (
            <>
              {drafts.size > 0 && !isSending && (
                <p id={reasonId} role="status" className="text-14 text-humo">
                  Guardá o cancelá lo que estás cambiando para enviar.
                </p>
              )}
              <Button
                wide
                busy={isSending}
                disabled={drafts.size > 0}
                {...(drafts.size > 0 && { 'aria-describedby': reasonId })}
                onClick={() => void list.send()}
              >
                {progress
                  ? `Enviando ${progress.at} de ${progress.of}`
                  : `${isBegun ? 'Seguir con' : 'Dar y enviar'} ${counted(waiting, 'cortesía', 'cortesías')}`}
              </Button>
            </>
          ) : (
            <Button wide onClick={close}>
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
        {tooMany === null ? (
          <p aria-live="polite" className="text-14 text-humo">
            {leftWords(options, 'courtesy', type)}
          </p>
        ) : (
          <Notice tone="warning">{tooMany}</Notice>
        )}
        {!isSending && missing > 0 && <Notice tone="warning">Completá o confirmá las filas en amarillo.</Notice>}
        <ol aria-label="Personas de la lista" className="flex flex-col gap-3">
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              draft={drafts.get(row.id) ?? null}
              disabled={isSending}
              onDraft={(draft) => setDraft(row.id, draft)}
              onSave={(person) => {
                list.edit(row.id, person)
                setDraft(row.id, null)
              }}
              onRemove={() => {
                list.remove(row.id)
                setDraft(row.id, null)
              }}
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
  asking: { tone: 'sol', word: 'Para confirmar' },
  sending: { tone: 'celeste', word: 'Enviando' },
  sent: { tone: 'yerba', word: 'Enviada' },
  refused: { tone: 'rojo', word: 'No salió' },
}

/** It is sent as it is, unless it is changed. */
const doubtful = { tone: 'sol', word: 'Para mirar' } as const

const doubtWords: Record<Doubt, string> = {
  phones: 'La línea tenía más de un teléfono: va al primero.',
  foreign: '¿Es un número de otro país? Confirmalo o corregilo.',
  companionOrCountry: '¿Ese + es un acompañante o el código de otro país? Confirmá el número o corregilo.',
  name: '¿Es el nombre de una persona?',
}

function wordsOf({ state, doubts = [], companions = 0, ...person }: PastedRow): readonly string[] {
  if ('words' in state) return [state.words]
  if (state.at === 'sending') return []
  return [
    ...(state.at === 'missing' ? [missingWords(person)] : doubts.map((doubt) => doubtWords[doubt])),
    ...(companions > 0
      ? [`Trae ${counted(companions, 'acompañante', 'acompañantes')}: dale su cortesía a cada uno, con sus datos.`]
      : []),
  ]
}

interface RowProps {
  row: PastedRow
  /** What is being changed and is not saved. */
  draft: PastedPerson | null
  disabled: boolean
  onDraft: (draft: PastedPerson | null) => void
  onSave: (person: PastedPerson) => void
  onRemove: () => void
}

/** A person of the list; open to be completed where something is missing, or when asked for. */
function Row({ row, draft, disabled, onDraft, onSave, onRemove }: RowProps) {
  const { name, phone, mail, state, strangersPhone } = row
  const shown = draft ?? (state.at === 'missing' || state.at === 'asking' ? { name, phone, mail } : null)
  const title = name || phone || mail
  const words = wordsOf(row)
  const { tone, word } = state.at === 'waiting' && words.length > 0 ? doubtful : badges[state.at]
  const isDone = state.at === 'sent' || state.at === 'sending'
  return (
    <li className="rounded-card border border-linea p-4">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <b className="block wrap-anywhere">{title}</b>
          <span className="block text-14 wrap-anywhere text-humo">{[phone, mail].filter(Boolean).join(' · ')}</span>
        </span>
        <Badge tone={tone}>{word}</Badge>
      </div>
      {words.length > 0 && (
        <div role="status" className="mt-2 text-14 wrap-anywhere">
          {words.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </div>
      )}
      {shown && !isDone ? (
        <div className="mt-3 flex flex-col gap-3">
          <TextField
            label="Nombre y apellido"
            value={shown.name}
            onChange={({ target }) => onDraft({ ...shown, name: target.value })}
          />
          <TextField
            label="WhatsApp"
            type="tel"
            value={shown.phone}
            onChange={({ target }) => onDraft({ ...shown, phone: target.value })}
          />
          <EmailField value={shown.mail} onChange={({ target }) => onDraft({ ...shown, mail: target.value })} />
          <div className="flex flex-wrap gap-2">
            <Button size="s" disabled={disabled || !isReady(shown, strangersPhone)} onClick={() => onSave(shown)}>
              {state.at === 'asking' && !draft ? 'Confirmar' : 'Guardar'}
            </Button>
            {draft && (
              <Button tone="quiet" size="s" aria-label={`Cancelar el cambio de ${title}`} onClick={() => onDraft(null)}>
                Cancelar
              </Button>
            )}
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
              onClick={() => onDraft({ name, phone, mail })}
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
