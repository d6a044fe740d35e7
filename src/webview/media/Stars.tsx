import { mostStars } from "../../contract/rating.ts";
import { IconButton } from "../Button.tsx";
import { t } from "./texts.ts";

interface StarsProps {
  /** 0: not rated. */
  rating: number;
  onRate(rating: number): void;
  /** Omitted: the stars can be reached with Tab. */
  tabIndex?: number;
}

/** A rating as buttons. Clicking the current rating removes it. */
export function Stars({ rating, onRate, ...others }: StarsProps) {
  const stars = Array.from({ length: mostStars }, (_, index) => index + 1);
  return (
    <span class="buttons">
      {stars.map((star) => (
        <IconButton
          key={star}
          icon={star <= rating ? "star-full" : "star-empty"}
          title={star === rating ? t("rateClear") : t("rate", star)}
          pressed={star === rating}
          onClick={() => onRate(star === rating ? 0 : star)}
          {...others}
        />
      ))}
    </span>
  );
}
