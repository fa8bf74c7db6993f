/** `/dev/ui`, in development alone: every control in every state, with the long, the odd and the empty. */
import '../ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#web/api/query.ts'
import { ToastHost } from '#web/ui/feedback/ToastHost.tsx'
import { ChartExamples } from './ChartExamples.tsx'
import { ControlExamples } from './ControlExamples.tsx'
import { FieldExamples } from './FieldExamples.tsx'
import { FormExamples } from './FormExamples.tsx'
import { ListExamples } from './ListExamples.tsx'
import { OverlayExamples } from './OverlayExamples.tsx'
import { PieceExamples } from './PieceExamples.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <main className="column flex flex-col gap-10 py-10">
          <h1 className="display text-34">Controles</h1>
          <ControlExamples />
          <PieceExamples />
          <FieldExamples />
          <OverlayExamples />
          <FormExamples />
          <ListExamples />
          <ChartExamples />
        </main>
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>,
  )
}
