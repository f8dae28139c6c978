// "What is what": whether the signs of a game's table are explained now, and where. At the first game of a kind it opens by itself beside
// the table, once; where there is no room beside it, it is offered there instead.
// Must never lie over a table that nobody has seen yet, nor open by itself a second time, nor where the game has nothing to explain.
import { keepSettings, settings } from "../settings.svelte";

/** As wide as a screen must be for the log to stand beside the table (Shell.svelte). */
const WIDE = "(min-width: 1081px)";

export class Legend {
  /** beside the table, above the log; over it, as a sheet; or not at all */
  place = $state<"" | "beside" | "over">("");
  /** offered beside the introductions, until it is taken or one has moved */
  offered = $state(false);

  /** `folded`: the column beside the table is put away */
  open(folded = false): void {
    this.offered = false;
    this.place = matchMedia(WIDE).matches && !folded ? "beside" : "over";
  }

  close(): void {
    this.place = "";
  }

  switch(folded = false): void {
    if (this.place === "") {
      this.open(folded);
    } else {
      this.close();
    }
  }

  /** Somebody sits down: by itself at the first game of this kind. */
  greet(game: string, folded: boolean): void {
    if (!settings.legends.includes(game)) {
      settings.legends = [...settings.legends, game];
      keepSettings();
      if (matchMedia(WIDE).matches && !folded) {
        this.open();
      } else {
        this.offered = true;
      }
    }
  }
}
